package io.stallmark.ycsbclient;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A binding of YCSB that keeps records in memory and fails as it is told to: {@code failure=WAY} of
 * the calls {@code call=NAME,…} of a record, after {@code after=N} of them in a client. With {@code
 * upsert=true} an update writes a missing record, as in many bindings; with {@code deferred=true} a
 * client inserts when it is cleaned up. The records of a name are those of all class loaders.
 */
public class MemoryClient extends DB {

  private NavigableMap<String, Map<String, byte[]>> records = new ConcurrentSkipListMap<>();
  private final Map<String, Map<String, byte[]>> deferred = new HashMap<>();
  private AtomicLong updates = new AtomicLong();
  private List<String> failing = List.of();
  private String failure = "";
  private int after;

  /** Records of a name, which outlive their clients. */
  @SuppressWarnings("unchecked")
  static NavigableMap<String, Map<String, byte[]>> records(String name) {
    return (NavigableMap<String, Map<String, byte[]>>)
        System.getProperties()
            .computeIfAbsent("stallmark.test." + name, key -> new ConcurrentSkipListMap<>());
  }

  /** Number of updates of the records of a name, also of those that failed. */
  static AtomicLong updates(String name) {
    return (AtomicLong)
        System.getProperties()
            .computeIfAbsent("stallmark.test.updates." + name, key -> new AtomicLong());
  }

  private boolean is(String property) {
    return Boolean.parseBoolean(getProperties().getProperty(property));
  }

  @Override
  public void init() throws DBException {
    System.out.println("MemoryClient talks: " + getProperties());
    String name = getProperties().getProperty("name", "records");
    records = records(name);
    updates = updates(name);
    failing = List.of(getProperties().getProperty("call", "").split(","));
    failure = getProperties().getProperty("failure", "");
    after = Integer.parseInt(getProperties().getProperty("after", "0"));
    if (failing.contains("init")) {
      throw new DBException("no server here for " + getProperties());
    }
  }

  @Override
  public void cleanup() {
    deferred.forEach(records::putIfAbsent);
  }

  private Status status(String call, Status usual) {
    if (!failing.contains(call) || after-- > 0) {
      return usual;
    }
    return switch (failure) {
      case "exception" -> throw new IllegalStateException("the binding is broken");
      case "unsupported" -> throw new UnsupportedOperationException(call);
      case "null" -> null;
      case "OK" -> Status.OK;
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
    updates.incrementAndGet();
    Map<String, byte[]> record = records.get(key);
    if (record == null && !is("upsert")) {
      return status("update", Status.NOT_FOUND);
    }
    Map<String, byte[]> changed = new HashMap<>(record == null ? Map.of() : record);
    changed.putAll(bytes(values));
    Status status = status("update", Status.OK);
    if (status != Status.NOT_IMPLEMENTED) {
      records.put(key, changed);
    }
    return status;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    if (is("deferred")) {
      deferred.put(key, bytes(values));
      return Status.BATCHED_OK;
    }
    if (records.containsKey(key)) {
      return Status.ERROR;
    }
    Status status = status("insert", Status.OK);
    if (status != Status.NOT_IMPLEMENTED) {
      records.put(key, bytes(values));
    }
    return status;
  }

  @Override
  public Status delete(String table, String key) {
    Status status = status("delete", Status.UNEXPECTED_STATE);
    return status == Status.UNEXPECTED_STATE && records.remove(key) != null ? Status.OK : status;
  }
}
