package io.stallmark.cluster.bus;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Writes down what a bus tells its listener. */
final class EventLog implements Bus.Listener {

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch go;

  EventLog() {
    this(new CountDownLatch(0));
  }

  /** Waits in each message until it may go on. */
  EventLog(CountDownLatch go) {
    this.go = go;
  }

  List<String> events() {
    return events;
  }

  @Override
  public void message(Member from, byte[] message) {
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    events.add(from.name() + ": " + new String(message, StandardCharsets.UTF_8));
  }

  @Override
  public void joined(Member member) {
    events.add("joined " + member.name());
  }

  @Override
  public void refused(String address, String why) {
    events.add("refused " + address + ", " + why);
  }

  @Override
  public void left(Member member) {
    events.add("left " + member.name());
  }
}
