package io.stallmark.ycsbclient;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A client of the binding. Made and used by one thread. */
@SuppressWarnings("JdkObsolete") // YCSB's scan fills a Vector
final class ClientSession implements Session {

  /** A key in front of all of YCSB's, with which a call is tried. */
  private static final String PROBE = "user";

  static final String OK = "OK";
  static final String NOT_IMPLEMENTED = "NOT_IMPLEMENTED";
  private static final String BATCHED = "BATCHED_OK";
  private static final String NOT_FOUND = "NOT_FOUND";

  private final ClientLibrary library;
  private final WriteTrial trial;
  private final LongAdder batched;
  private final @Nullable ClassLoader before;
  private final Object client;

  /**
   * @param batched counts the writes that are acknowledged, but not on the server yet
   */
  ClientSession(ClientLibrary library, Properties properties, WriteTrial trial, LongAdder batched)
      throws DbException {
    this.library = library;
    this.trial = trial;
    this.batched = batched;
    Thread thread = Thread.currentThread();
    before = thread.getContextClassLoader();
    thread.setContextClassLoader(library.loader());
    try {
      client = library.connect(properties);
    } catch (DbException e) {
      thread.setContextClassLoader(before);
      throw e;
    }
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    RecordCall call;
    try {
      call = RecordCall.of(op);
    } catch (RefusedException e) {
      throw new DbException(Kind.FATAL, "unsupported", String.valueOf(e.getMessage()), e);
    }
    if (!isImplemented(call)) {
      throw DbException.unfit(
          NOT_IMPLEMENTED,
          Text.format(
              "%s: the binding does not implement %s (%s)",
              op.name(), call.method().word(), NOT_IMPLEMENTED));
    }
    Set<String> fields = new HashSet<>(call.fields());
    return switch (call.method()) {
      case READ ->
          (args, sink) -> read(call, call.all() && sink == null ? null : fields, args, sink);
      case SCAN ->
          (args, sink) -> scan(call, call.all() && sink == null ? null : fields, args, sink);
      case UPDATE -> (args, sink) -> write(call, args, 0);
      case INSERT -> (args, sink) -> insert(call, args);
    };
  }

  /** Tries the call. Other failures than a missing method may be those of an empty table. */
  private boolean isImplemented(RecordCall call) throws DbException {
    return switch (call.method()) {
      case READ ->
          !library.read(client, call.table(), PROBE, null, new HashMap<>()).equals(NOT_IMPLEMENTED);
      case SCAN ->
          !library
              .scan(client, call.table(), PROBE, 1, null, new Vector<>())
              .equals(NOT_IMPLEMENTED);
      case UPDATE, INSERT -> trial.isImplemented(call);
    };
  }

  /** Whether the table has a record: the first from YCSB's keys on, or the record 0. */
  boolean hasRecords(String table, List<String> keys) throws DbException {
    Vector<Map<String, Object>> found = new Vector<>();
    try {
      if (rows(library.scan(client, table, PROBE, 1, null, found), "scan") > 0
          && !found.isEmpty()) {
        return true;
      }
    } catch (DbException e) {
      if (e.kind() == Kind.CONNECTION) {
        throw e;
      } // otherwise it cannot scan
    }
    for (String key : keys) {
      if (rows(library.read(client, table, key, null, new HashMap<>()), "read") > 0) {
        return true;
      }
    }
    return false;
  }

  private static String key(RecordCall call, Args args, int row) {
    return new String(
        args.getText(row, call.key()), 0, args.getLength(row, call.key()), StandardCharsets.UTF_8);
  }

  private long read(
      RecordCall call, @Nullable Set<String> fields, Args args, @Nullable RowSink sink)
      throws DbException {
    Map<String, Object> result = new HashMap<>();
    String key = key(call, args, 0);
    long rows = rows(library.read(client, call.table(), key, fields, result), "read");
    if (rows > 0 && sink != null) {
      sink.row(new ReadRecord(call, key, result));
    }
    return rows;
  }

  private long scan(
      RecordCall call, @Nullable Set<String> fields, Args args, @Nullable RowSink sink)
      throws DbException {
    Vector<Map<String, Object>> result = new Vector<>();
    int count = call.limit() < 0 ? call.most() : (int) args.getLong(0, call.limit());
    String key = key(call, args, 0);
    long found = rows(library.scan(client, call.table(), key, count, fields, result), "scan");
    if (sink != null) {
      for (Map<String, Object> record : result) {
        sink.row(new ReadRecord(call, "", record));
      }
    }
    // The JDBC binding returns no records when all fields are asked for: one is known to be there.
    return Math.max(found, result.size());
  }

  private long insert(RecordCall call, Args args) throws DbException {
    long rows = 0;
    for (int row = 0; row < args.rows(); row++) {
      rows += write(call, args, row);
    }
    return rows;
  }

  private long write(RecordCall call, Args args, int row) throws DbException {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < call.fields().size(); i++) {
      int slot = call.slots().get(i);
      byte[] value = Arrays.copyOf(args.getText(row, slot), args.getLength(row, slot));
      values.put(call.fields().get(i), library.bytes(value));
    }
    String key = key(call, args, row);
    return call.method() == RecordCall.Method.INSERT
        ? rows(library.insert(client, call.table(), key, values), "insert")
        : rows(library.update(client, call.table(), key, values), "update");
  }

  /**
   * Number of records of a call with this status: 1 or 0.
   *
   * @throws DbException when the status is a failure
   */
  private long rows(String status, String call) throws DbException {
    switch (status) {
      case OK -> {
        return 1;
      }
      case BATCHED -> {
        batched.increment();
        return 1;
      }
      case NOT_FOUND -> {
        return 0;
      }
      default ->
          throw new DbException(
              kind(status), status, "The binding's " + call + " returned " + status);
    }
  }

  private static Kind kind(String status) {
    return switch (status) {
      case NOT_IMPLEMENTED -> Kind.UNFIT;
      case "SERVICE_UNAVAILABLE" -> Kind.CONNECTION;
      case "FORBIDDEN" -> Kind.REFUSED;
      default -> Kind.FATAL;
    };
  }

  /** A record that was read, its fields as the binding returned them. */
  private final class ReadRecord implements Row {

    private final RecordCall call;
    private final String key;
    private final Map<String, Object> fields;

    ReadRecord(RecordCall call, String key, Map<String, Object> fields) {
      this.call = call;
      this.key = key;
      this.fields = fields;
    }

    private boolean isKey(int column) {
      return call.columns().get(column).equals(RecordCall.KEY);
    }

    @Override
    public boolean isNull(int column) {
      return !isKey(column) && fields.get(call.columns().get(column)) == null;
    }

    @Override
    public long getLong(int column) {
      throw new IllegalStateException("Records of YCSB have no numbers");
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalStateException("Records of YCSB have no numbers");
    }

    @Override
    public int getText(int column, byte[] into) throws DbException {
      Object value = isKey(column) ? null : fields.get(call.columns().get(column));
      byte[] bytes = value == null ? key.getBytes(StandardCharsets.UTF_8) : library.bytes(value);
      System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
      return bytes.length;
    }
  }

  @Override
  public void begin() throws DbException {
    throw new DbException(Kind.FATAL, "unsupported", "Bindings of YCSB have no begin");
  }

  @Override
  public void commit() throws DbException {
    throw new DbException(Kind.FATAL, "unsupported", "Bindings of YCSB have no commit");
  }

  @Override
  public void rollback() {}

  @Override
  public void close() {
    library.disconnect(client);
    Thread.currentThread().setContextClassLoader(before);
  }
}
