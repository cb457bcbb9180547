package io.stallmark.cluster.bus;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a bus tells its listener. */
final class EventLog implements Bus.Listener {

  private final List<String> events = new CopyOnWriteArrayList<>();

  List<String> events() {
    return events;
  }

  @Override
  public void message(Member from, byte[] message) {
    events.add(from.name() + ": " + new String(message, StandardCharsets.UTF_8));
  }

  @Override
  public void joined(Member member) {
    events.add("joined " + member.name());
  }

  @Override
  public void left(Member member) {
    events.add("left " + member.name());
  }
}
