package io.stallmark.cluster.agent;

import io.stallmark.cluster.protocol.Message;
import io.stallmark.tables.WorkProgress;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Tells the coordinator several times a second how far a load is. Thread-safe. */
final class RowReporter implements WorkProgress {

  private static final long BETWEEN = TimeUnit.MILLISECONDS.toNanos(200);

  private final int run;
  private final Sender sender;
  private long inserted;
  private long found;
  private long last = System.nanoTime();

  /** Sends to the coordinator. */
  @FunctionalInterface
  interface Sender {
    void send(Message message) throws IOException;
  }

  /**
   * @param run number of the load
   */
  RowReporter(int run, Sender sender) {
    this.run = run;
    this.sender = sender;
  }

  @Override
  public void workStarted(String what, long rows) {}

  @Override
  public synchronized void workAdvanced(long rows) {
    inserted += rows;
    sendSometimes();
  }

  @Override
  public synchronized void workFound(long rows) {
    found += rows;
    sendSometimes();
  }

  private void sendSometimes() {
    if (System.nanoTime() - last >= BETWEEN) {
      try {
        send();
      } catch (IOException e) {
        // The coordinator is gone, which stops this load.
      }
    }
  }

  /** Sends what was not sent yet. */
  synchronized void send() throws IOException {
    last = System.nanoTime();
    if (inserted > 0 || found > 0) {
      sender.send(Message.of(Message.Type.LOADING, run, new Message.LoadedRows(inserted, found)));
      inserted = 0;
      found = 0;
    }
  }

  @Override
  public void workEnded() {}
}
