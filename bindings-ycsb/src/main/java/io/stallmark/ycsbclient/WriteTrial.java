package io.stallmark.ycsbclient;

import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import io.stallmark.ycsbclient.RecordCall.Method;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;

/**
 * Finds out whether a binding implements updates and inserts: tries each once, on a record that is
 * deleted again. If the binding cannot delete, nothing is tried. Thread-safe.
 */
final class WriteTrial {

  /** Key of the record; all keys of YCSB, from which scans start, are behind it. */
  static final String KEY = "stallmark-trial";

  private static final String FAILED = "failed";

  private final ClientLibrary library;
  private final Properties properties;
  private final Map<Method, Boolean> implemented = new EnumMap<>(Method.class);

  WriteTrial(ClientLibrary library, Properties properties) {
    this.library = library;
    this.properties = properties;
  }

  /**
   * Whether the binding implements a write; true also when that cannot be known.
   *
   * @throws DbException when the binding fails to delete the record
   */
  synchronized boolean isImplemented(RecordCall call) throws DbException {
    Boolean known = implemented.get(call.method());
    if (known == null) {
      known = isImplementedNow(call);
      implemented.put(call.method(), known);
    }
    return known;
  }

  private boolean isImplementedNow(RecordCall call) throws DbException {
    Object client = library.connect(properties);
    String status;
    try {
      if (!isDeletable(client, call)) {
        return true;
      }
      status = tried(client, call);
    } finally {
      library.disconnect(client); // now it writes what it has batched
    }
    if (status.equals(ClientSession.NOT_IMPLEMENTED)) {
      return false;
    }
    delete(call);
    return true;
  }

  /** Whether the binding implements deletes; deletes what a killed trial may have left. */
  private boolean isDeletable(Object client, RecordCall call) {
    try {
      return !library.delete(client, call.table(), KEY).equals(ClientSession.NOT_IMPLEMENTED);
    } catch (DbException e) {
      return false;
    }
  }

  private String tried(Object client, RecordCall call) throws DbException {
    Map<String, Object> values = new HashMap<>();
    for (String field : call.fields()) {
      values.put(field, library.bytes(new byte[] {'x'}));
    }
    try {
      return call.method() == Method.INSERT
          ? library.insert(client, call.table(), KEY, values)
          : library.update(client, call.table(), KEY, values);
    } catch (DbException e) {
      return e.getCause() instanceof UnsupportedOperationException
          ? ClientSession.NOT_IMPLEMENTED
          : FAILED;
    }
  }

  private void delete(RecordCall call) throws DbException {
    Object client = library.connect(properties);
    try {
      library.delete(client, call.table(), KEY);
      Map<String, Object> left = new HashMap<>();
      String status = library.read(client, call.table(), KEY, new HashSet<>(call.fields()), left);
      if (status.equals(ClientSession.OK) && !left.isEmpty()) {
        throw DbException.unfit("TRIAL", "The binding still reads it.");
      }
    } catch (DbException e) {
      throw new DbException(
          e.kind(),
          e.code(),
          Text.format(
              "The record %s of table %s, with which %s was tried, may be left: delete it. %s",
              KEY, call.table(), call.method().word(), e.getMessage()),
          e);
    } finally {
      library.disconnect(client);
    }
  }
}
