package com.yahoo.ycsb.db;

import com.yahoo.ycsb.ByteArrayByteIterator;
import com.yahoo.ycsb.ByteIterator;
import com.yahoo.ycsb.DB;
import com.yahoo.ycsb.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A binding that keeps the records of a name in memory, those of all class loaders. With {@code
 * missing=true} it has no scans.
 */
@SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's types
public class OldClient extends DB {

  private NavigableMap<String, Map<String, byte[]>> records = new ConcurrentSkipListMap<>();

  /** Records of a name, which outlive their clients. */
  @SuppressWarnings("unchecked")
  public static NavigableMap<String, Map<String, byte[]>> records(String name) {
    return (NavigableMap<String, Map<String, byte[]>>)
        System.getProperties()
            .computeIfAbsent("stallmark.test.old." + name, key -> new ConcurrentSkipListMap<>());
  }

  @Override
  public void init() {
    records = records(getProperties().getProperty("name"));
  }

  private static void copy(Map<String, byte[]> record, Map<String, ByteIterator> into) {
    record.forEach((field, value) -> into.put(field, new ByteArrayByteIterator(value)));
  }

  private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> bytes = new HashMap<>();
    values.forEach((field, value) -> bytes.put(field, value.toArray()));
    return bytes;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, HashMap<String, ByteIterator> result) {
    Map<String, byte[]> record = records.get(key);
    if (record == null) {
      return Status.NOT_FOUND;
    }
    copy(record, result);
    return Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (Boolean.parseBoolean(getProperties().getProperty("missing"))) {
      return Status.NOT_IMPLEMENTED;
    }
    for (Map<String, byte[]> record : records.tailMap(startkey).values()) {
      if (result.size() == recordcount) {
        break;
      }
      HashMap<String, ByteIterator> fieldsOfRecord = new HashMap<>();
      copy(record, fieldsOfRecord);
      result.add(fieldsOfRecord);
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, HashMap<String, ByteIterator> values) {
    Map<String, byte[]> written =
        bytes(values); // only once: the map repeats what another overtakes
    Map<String, byte[]> changed =
        records.computeIfPresent(
            key,
            (any, record) -> {
              Map<String, byte[]> copy = new HashMap<>(record);
              copy.putAll(written);
              return copy;
            });
    return changed == null ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public Status insert(String table, String key, HashMap<String, ByteIterator> values) {
    return records.putIfAbsent(key, bytes(values)) == null ? Status.OK : Status.ERROR;
  }

  @Override
  public Status delete(String table, String key) {
    return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
  }
}
