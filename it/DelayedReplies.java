import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Two proxies in one process, each of which delays what a server sends. Prints a line each second
 * until it is killed: the time in seconds since 1970, and the delays that each has added until then,
 * in seconds, summed over the connections.
 *
 * <pre>java it/DelayedReplies.java PORT_OF_A HOST PORT MICROS  PORT_OF_B HOST PORT MICROS</pre>
 */
final class DelayedReplies {

  private final String host;
  private final int port;
  private final long nanos;
  private final LongAdder added = new LongAdder();

  private DelayedReplies(String host, int port, long nanos) {
    this.host = host;
    this.port = port;
    this.nanos = nanos;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    DelayedReplies a = started(args, 0);
    DelayedReplies b = started(args, 4);
    while (true) {
      System.out.printf(
          "%.3f %.6f %.6f%n",
          System.currentTimeMillis() / 1e3, a.added.sum() / 1e9, b.added.sum() / 1e9);
      Thread.sleep(1000);
    }
  }

  private static DelayedReplies started(String[] args, int at) throws IOException {
    DelayedReplies proxy =
        new DelayedReplies(
            args[at + 1], Integer.parseInt(args[at + 2]), 1000 * Long.parseLong(args[at + 3]));
    ServerSocket listening =
        new ServerSocket(Integer.parseInt(args[at]), 1000, InetAddress.getLoopbackAddress());
    new Thread(() -> proxy.accept(listening)).start();
    return proxy;
  }

  private void accept(ServerSocket listening) {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(host, port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        new Thread(() -> pass(client, server, 0)).start();
        new Thread(() -> pass(server, client, nanos)).start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Passes bytes until one end is closed. */
  private void pass(Socket from, Socket to, long delay) {
    byte[] bytes = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (delay > 0) {
          long start = System.nanoTime();
          for (long left = delay; left > 0; left = start + delay - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          added.add(System.nanoTime() - start);
        }
        out.write(bytes, 0, n);
      }
    } catch (IOException e) {
      // the other end has closed the connection
    }
  }
}
