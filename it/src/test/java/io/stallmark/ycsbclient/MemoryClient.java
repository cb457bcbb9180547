package io.stallmark.ycsbclient;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A binding of YCSB that keeps records in memory and fails as it is told to: {@code failure=WAY} of
 * the calls {@code call=NAME} of a record, after {@code after=N} of them in a client. The records
 * of a name are those of all class loaders.
 */
public class MemoryClient extends DB {

  private NavigableMap<String, Map<String, byte[]>> records = new ConcurrentSkipListMap<>();
  private String failing = "";
  private String failure = "";
  private int after;

  /** Records of a name, which outlive their clients. */
  @SuppressWarnings("unchecked")
  static NavigableMap<String, Map<String, byte[]>> records(String name) {
    return (NavigableMap<String, Map<String, byte[]>>)
        System.getProperties()
            .computeIfAbsent("stallmark.test." + name, key -> new ConcurrentSkipListMap<>());
  }

  @Override
  public void init() throws DBException {
    System.out.println("MemoryClient talks");
    records = records(getProperties().getProperty("name", "records"));
    failing = getProperties().getProperty("call", "");
    failure = getProperties().getProperty("failure", "");
    after = Integer.parseInt(getProperties().getProperty("after", "0"));
    if (failing.equals("init")) {
      throw new DBException("no server here");
    }
  }

  private Status status(String call, Status usual) {
    if (!call.equals(failing) || after-- > 0) {
      return usual;
    }
    return switch (failure) {
      case "exception" -> throw new IllegalStateException("the binding is broken");
      case "null" -> null;
      case "BATCHED_OK" -> Status.BATCHED_OK;
      case "NOT_FOUND" -> Status.NOT_FOUND;
      case "NOT_IMPLEMENTED" -> Status.NOT_IMPLEMENTED;
      case "SERVICE_UNAVAILABLE" -> Status.SERVICE_UNAVAILABLE;
      case "FORBIDDEN" -> Status.FORBIDDEN;
      default -> Status.ERROR;
    };
  }

  private static Map<String, ByteIterator> copy(Map<String, byte[]> record, Set<String> fields) {
    Map<String, ByteIterator> copy = new HashMap<>();
    record.forEach(
        (field, value) -> {
          if (fields == null || fields.contains(field)) {
            copy.put(field, new ByteArrayByteIterator(value));
          }
        });
    return copy;
  }

  private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> bytes = new HashMap<>();
    values.forEach((field, value) -> bytes.put(field, value.toArray()));
    return bytes;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Map<String, byte[]> record = records.get(key);
    if (record == null) {
      return status("read", Status.NOT_FOUND);
    }
    result.putAll(copy(record, fields));
    return status("read", Status.OK);
  }

  @Override
  public Status scan(
      String table,
      String start,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    records.tailMap(start).values().stream()
        .limit(count)
        .forEach(record -> result.add(new HashMap<>(copy(record, fields))));
    return status("scan", Status.OK);
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> record = records.get(key);
    if (record == null) {
      return status("update", Status.NOT_FOUND);
    }
    Map<String, byte[]> changed = new HashMap<>(record);
    changed.putAll(bytes(values));
    records.put(key, changed);
    return status("update", Status.OK);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    boolean there = records.putIfAbsent(key, bytes(values)) != null;
    return status("insert", there ? Status.ERROR : Status.OK);
  }

  @Override
  public Status delete(String table, String key) {
    return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
  }
}
