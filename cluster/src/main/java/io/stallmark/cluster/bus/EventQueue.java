package io.stallmark.cluster.bus;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Calls a listener, in order, from one thread. Messages wait for room in the queue, and so slow
 * down their senders; changes of membership do not wait.
 */
final class EventQueue {

  private static final int ROOM = 256;

  private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(ROOM);
  private final Bus.Listener listener;
  private final Thread thread;

  /** Members that the listener knows; only for the queue's thread. */
  private final Set<Member> known = new HashSet<>();

  private volatile boolean closed;

  EventQueue(String name, Bus.Listener listener) {
    this.listener = listener;
    this.thread = new Thread(this::run, "bus " + name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void joined(Member member) {
    events.add(
        () -> {
          if (known.add(member)) {
            listener.joined(member);
          }
        });
  }

  void left(Member member) {
    events.add(
        () -> {
          if (known.remove(member)) {
            listener.left(member);
          }
        });
  }

  void refused(String address, String why) {
    events.add(() -> listener.refused(address, why));
  }

  /** Waits for room; false: interrupted, because the bus is closed. */
  boolean takeRoom() {
    try {
      room.acquire();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void giveRoom() {
    room.release();
  }

  /** This member, which can send to itself. */
  void self(Member member) {
    events.add(() -> known.add(member));
  }

  /** Adds a message for which room was taken. */
  void message(Member from, byte[] message) {
    events.add(
        () -> {
          room.release();
          if (known.contains(from)) {
            listener.message(from, message);
          }
        });
  }

  /** Runs this after all events so far. */
  void then(Runnable action) {
    events.add(action);
  }

  /** No call of the listener starts afterwards. */
  void close() {
    closed = true;
    events.add(() -> {});
    room.release(Integer.MAX_VALUE / 2);
  }

  /** An event that fails is a defect, and must not end the handling of later ones. */
  private static void handle(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  private void run() {
    try {
      while (!closed) {
        Runnable event = events.take();
        if (!closed) {
          handle(event);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
