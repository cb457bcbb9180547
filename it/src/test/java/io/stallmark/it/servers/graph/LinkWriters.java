package io.stallmark.it.servers.graph;

import io.stallmark.it.servers.graph.LinkClient.Link;
import io.stallmark.it.servers.graph.LinkClient.State;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Add, change and hide links until their server is gone, and remember what it acknowledged. */
final class LinkWriters implements AutoCloseable {

  private static final int WRITERS = 4;

  /**
   * Every third link is added, changed and hidden, every third not hidden, and the others added.
   */
  private static final List<State> STATES = List.of(State.ADDED, State.CHANGED, State.HIDDEN);

  private final Map<Link, State> acknowledged = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<?>> writers = new ArrayList<>();
  private final AtomicInteger missing;

  /** Ends with what ended a writer before. */
  private final CompletableFuture<Void> enough = new CompletableFuture<>();

  /**
   * @param numbers of the links
   * @param enough acknowledgements to wait for
   */
  LinkWriters(Database database, Layout layout, AtomicLong numbers, int enough) {
    missing = new AtomicInteger(enough);
    for (int i = 0; i < WRITERS; i++) {
      writers.add(threads.submit(() -> write(database, layout, numbers)));
    }
  }

  private Void write(Database database, Layout layout, AtomicLong numbers) throws DbException {
    try (LinkClient client = new LinkClient(database, layout)) {
      while (!Thread.currentThread().isInterrupted()) {
        long number = numbers.getAndIncrement();
        Link link = Link.of(number);
        for (State state : STATES.subList(0, 1 + (int) (number % STATES.size()))) {
          if (!client.bring(link, state)) {
            break;
          }
          acknowledged.put(link, state);
          if (missing.decrementAndGet() == 0) {
            enough.complete(null);
          }
        }
      }
    } catch (DbException e) {
      enough.completeExceptionally(e);
      if (e.kind() != DbException.Kind.CONNECTION) {
        throw e;
      }
    } catch (RuntimeException e) {
      enough.completeExceptionally(e);
      throw e;
    }
    return null;
  }

  /** Fails if a writer ends before. */
  void awaitEnough() throws Exception {
    enough.get();
  }

  /** When the server is gone: the last state of each link that it has acknowledged. */
  Map<Link, State> acknowledged() throws Exception {
    for (Future<?> writer : writers) {
      writer.get();
    }
    return Map.copyOf(acknowledged);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
