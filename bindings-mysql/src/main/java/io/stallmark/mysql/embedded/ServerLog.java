package io.stallmark.mysql.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reads what a server says, so that it never waits for us, and keeps what explains an end. */
final class ServerLog {

  private static final int KEPT = 20;

  private final Deque<String> errors = new ArrayDeque<>();
  private String last = "it says nothing";
  private boolean ended;

  private ServerLog() {}

  /** Follows the process's output on a thread of its own, until the output ends. */
  static ServerLog follow(Process process) {
    ServerLog log = new ServerLog();
    Thread thread = new Thread(() -> log.read(process), "stallmark-server-log");
    thread.setDaemon(true);
    thread.start();
    return log;
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("its output cannot be read: " + e);
    }
    end();
  }

  private synchronized void add(String line) {
    last = line;
    if (line.contains("[ERROR]") && errors.size() < KEPT) {
      errors.add(line.substring(line.indexOf("[ERROR]") + "[ERROR]".length()).strip());
    }
  }

  private synchronized void end() {
    ended = true;
  }

  /** Whether the server has ended. */
  synchronized boolean ended() {
    return ended;
  }

  /** The first error, usually the cause of all others, or the last line. */
  synchronized String why() {
    return errors.isEmpty() ? last : errors.getFirst();
  }
}
