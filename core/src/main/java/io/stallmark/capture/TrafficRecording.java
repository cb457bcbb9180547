package io.stallmark.capture;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.MemoryLimit;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A recording in progress: the proxy, the queue, the recorder and the trace. Methods are called by
 * one thread.
 */
public final class TrafficRecording {

  /** Limit of the copies that are not recorded yet, bytes. */
  private static final long QUEUE = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 4);

  private final RecordingProxy proxy;
  private final SessionRegistry sessions;
  private final ConnectionCounts counts;
  private final TraceWriter writer;
  private final CountingSink sink;
  private final TraceRecorder recorder;
  private final Thread thread;
  private @Nullable String unclosed; // why the trace could not be completed

  /**
   * Begins a recording: connects to the server to verify that it is reachable, listens, and creates
   * the trace.
   *
   * @param directory directory of the trace, absent or empty
   * @param version version of Stallmark
   * @param replies how much of the replies is recorded
   * @param warnings receives sentences for the user, on any thread
   * @throws DbException of kind CONNECTION, if the server is not reachable
   * @throws SpecException if the address is not available or the directory cannot be used
   */
  public static TrafficRecording begin(
      ProxyRoute route, Path directory, String version, Replies replies, Consumer<String> warnings)
      throws DbException, SpecException {
    TrafficRecording recording = new TrafficRecording(route, directory, version, replies, warnings);
    recording.thread.start();
    recording.proxy.start();
    return recording;
  }

  private TrafficRecording(
      ProxyRoute route, Path directory, String version, Replies replies, Consumer<String> warnings)
      throws DbException, SpecException {
    TrafficQueue queue = new TrafficQueue(QUEUE);
    long start = System.nanoTime();
    Instant instant = Instant.now();
    sessions = new SessionRegistry(queue, start);
    counts = new ConnectionCounts(warnings);
    proxy = new RecordingProxy(route, sessions, counts);
    TraceOrigin origin =
        new TraceOrigin(
            route.protocol().family(),
            "proxy",
            version,
            route.server().getHostString() + ":" + route.server().getPort(),
            Map.of(),
            instant,
            "ns",
            replies);
    try {
      writer = TraceWriter.create(directory, origin);
    } catch (TraceException e) {
      proxy.close();
      throw new SpecException("--to: " + e.getMessage());
    }
    sink = new CountingSink(writer, replies);
    boolean whole = replies == Replies.FULL;
    Runnable idle = () -> writer.flush(System.nanoTime() - start);
    recorder = new TraceRecorder(queue, route.protocol(), whole, sink, idle);
    thread = new Thread(recorder, "recorder");
    thread.setDaemon(true);
  }

  /** Port at which the proxy listens. */
  public int port() {
    return proxy.port();
  }

  public RecordingStatus status() {
    Throwable failure = recorder.failure();
    return new RecordingStatus(
        sessions.elapsed(),
        sessions.open(),
        sessions.begun(),
        sink.operations(),
        sink.lost(),
        writer.bytes(),
        counts.unreachable(),
        counts.unopened(),
        failure == null ? unclosed : reason(failure));
  }

  private static String reason(Throwable failure) {
    if (failure instanceof UncheckedIOException io && io.getCause() != null) {
      return FileTrouble.sentence(io.getCause());
    }
    return failure instanceof OutOfMemoryError memory
        ? MemoryLimit.usedUp(memory)
        : "A bug in Stallmark: " + failure;
  }

  /** Stops listening. Open connections continue. */
  public void stopAccepting() {
    proxy.stopAccepting();
  }

  /**
   * Closes all connections, records what they have sent until now, and completes the trace.
   *
   * @return the final state
   */
  public RecordingStatus end() throws InterruptedException {
    proxy.close();
    recorder.end();
    thread.join();
    Throwable failure = recorder.failure();
    try {
      if (failure == null) {
        writer.end(State.COMPLETED, "");
      } else {
        writer.end(State.FAILED, reason(failure));
      }
    } catch (TraceException e) {
      unclosed = e.getMessage();
    }
    return status();
  }
}
