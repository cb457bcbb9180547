import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * The transaction of sysbench's oltp_read_write by a driver alone, or by a socket alone: what a
 * client in Java can reach. Prints transactions/s and the CPU time of a transaction.
 *
 * <pre>java -cp JAR_OF_THE_DRIVER it/DriverLoop.java URL THREADS WARMUP SECONDS</pre>
 *
 * URL is JDBC's, with STALLMARK_PASSWORD in the environment, or
 * socket:postgresql://USER@HOST:PORT/DATABASE, which the server must trust. Needs tables sbtest1 to
 * sbtest4 with 100,000 rows each.
 */
public final class DriverLoop {

  private static final int ROWS = 100_000;
  private static final int TABLES = 4;
  private static final String[] STATEMENTS = {
    "BEGIN",
    "COMMIT",
    "SELECT c FROM sbtest1 WHERE id = $1",
    "SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2",
    "SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2",
    "SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c",
    "SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c",
    "UPDATE sbtest1 SET k = k + 1 WHERE id = $1",
    "UPDATE sbtest1 SET c = $1 WHERE id = $2",
    "DELETE FROM sbtest1 WHERE id = $1",
    "INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4)",
  };

  private interface Client {

    /** Executes a statement on table sbtest1 plus {@code table}. */
    void execute(int table, int statement, Object... values) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    LongAdder transactions = new LongAdder();
    for (int i = 0; i < threads; i++) {
      Client client =
          args[0].startsWith("socket:")
              ? new OnSocket(URI.create(args[0].substring(7)))
              : byDriver(args[0]);
      int number = i;
      Thread thread = new Thread(() -> run(client, number, threads, transactions));
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(1000L * Integer.parseInt(args[2]));
    long cpu = cpu();
    long count = transactions.sum();
    long start = System.nanoTime();
    Thread.sleep(1000L * Integer.parseInt(args[3]));
    double took = (System.nanoTime() - start) / 1e9;
    count = transactions.sum() - count;
    System.out.printf(
        "%.0f transactions/s, %.0f us of CPU each%n", count / took, (cpu() - cpu) / 1e3 / count);
    System.exit(0);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void run(Client client, int number, int threads, LongAdder transactions) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String c = "x".repeat(119);
    String pad = "y".repeat(59);
    try {
      while (true) {
        client.execute(0, 0);
        int table = random.nextInt(TABLES);
        for (int i = 0; i < 10; i++) {
          client.execute(table, 2, 1 + random.nextInt(ROWS));
        }
        for (int range = 3; range < 7; range++) {
          int from = 1 + random.nextInt(ROWS);
          client.execute(random.nextInt(TABLES), range, from, from + 99);
        }
        // The rows of a client are its own, so that no transaction waits for another.
        int id = 1 + random.nextInt(ROWS / threads) * threads + number;
        table = random.nextInt(TABLES);
        client.execute(table, 7, id);
        client.execute(table, 8, c, id);
        client.execute(table, 9, id);
        client.execute(table, 10, id, 5, c, pad);
        client.execute(0, 1);
        transactions.increment();
      }
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static String text(int table, int statement) {
    return STATEMENTS[statement].replace("sbtest1", "sbtest" + (table + 1));
  }

  private static Client byDriver(String url) throws Exception {
    Properties login = new Properties();
    login.setProperty("password", System.getenv().getOrDefault("STALLMARK_PASSWORD", ""));
    Connection connection = DriverManager.getConnection(url, login);
    PreparedStatement[][] prepared = new PreparedStatement[TABLES][STATEMENTS.length];
    for (int table = 0; table < TABLES; table++) {
      for (int i = 0; i < STATEMENTS.length; i++) {
        String text = text(table, i).replaceAll("\\$\\d", "?");
        prepared[table][i] = connection.prepareStatement(text);
      }
    }
    return (table, number, values) -> {
      PreparedStatement statement = prepared[table][number];
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof Integer whole) {
          statement.setInt(i + 1, whole);
        } else {
          statement.setString(i + 1, (String) values[i]);
        }
      }
      if (statement.execute()) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getString(1);
          }
        }
      }
    };
  }

  /** Protocol 3.0 of PostgreSQL: Bind, Execute and Sync of statements that are prepared once. */
  private static final class OnSocket implements Client {

    private final InputStream in;
    private final OutputStream out;
    private final ByteBuffer message = ByteBuffer.allocate(4096);
    private final byte[] received = new byte[16_384];
    private int at;
    private int end;

    OnSocket(URI url) throws IOException {
      Socket socket = new Socket(url.getHost(), url.getPort());
      socket.setTcpNoDelay(true);
      in = socket.getInputStream();
      out = socket.getOutputStream();
      byte[] login =
          bytes(
              "user\0" + url.getUserInfo() + "\0database\0" + url.getPath().substring(1) + "\0\0");
      message.putInt(8 + login.length).putInt(3 << 16).put(login);
      exchange();
      for (int table = 0; table < TABLES; table++) {
        for (int i = 0; i < STATEMENTS.length; i++) {
          byte[] parse = bytes(name(table, i) + text(table, i) + "\0");
          message.put((byte) 'P').putInt(4 + parse.length + 2).put(parse).putShort((short) 0);
          sync();
        }
      }
    }

    @Override
    public void execute(int table, int statement, Object... values) throws IOException {
      message
          .put((byte) 'B')
          .putInt(0)
          .put((byte) 0)
          .put(bytes(name(table, statement)))
          .putShort((short) 0);
      message.putShort((short) values.length);
      for (Object value : values) {
        byte[] text = bytes(value.toString());
        message.putInt(text.length).put(text);
      }
      message.putShort((short) 0).putInt(1, message.position() - 1);
      message.put((byte) 'E').putInt(9).put((byte) 0).putInt(0);
      sync();
    }

    private void sync() throws IOException {
      message.put((byte) 'S').putInt(4);
      exchange();
    }

    /** Sends the message and reads up to ReadyForQuery. */
    private void exchange() throws IOException {
      out.write(message.array(), 0, message.position());
      message.clear();
      for (int type = next(); ; type = next()) {
        int length = (next() << 24 | next() << 16 | next() << 8 | next()) - 4;
        if (type == 'E') {
          throw new IOException("the server reports an error");
        }
        for (int i = 0; i < length; i++) {
          next();
        }
        if (type == 'Z') {
          return;
        }
      }
    }

    private int next() throws IOException {
      if (at == end) {
        at = 0;
        end = in.read(received);
        if (end < 0) {
          throw new EOFException();
        }
      }
      return received[at++] & 0xff;
    }

    private static String name(int table, int statement) {
      return "s" + table + "_" + statement + "\0";
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
