package io.stallmark.mysql.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads a server's output, so that the server never blocks on it, and keeps error messages.
 * Thread-safe.
 */
final class ServerLog {

  private static final int KEPT = 20;

  private final Deque<String> errors = new ArrayDeque<>();
  private String last = "its log is empty";
  private boolean ended;

  private ServerLog() {}

  /** Reads the process's output on a new daemon thread until the output ends. */
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

  /** Whether the output has ended, which means that the server has ended. */
  synchronized boolean ended() {
    return ended;
  }

  /** Reason of the end: the first error, which usually causes the others, or else the last line. */
  synchronized String why() {
    return errors.isEmpty() ? last : errors.getFirst();
  }
}
