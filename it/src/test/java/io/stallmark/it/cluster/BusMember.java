package io.stallmark.it.cluster;

import io.stallmark.cluster.bus.Bus;
import io.stallmark.cluster.bus.BusOpener;
import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.cluster.bus.ClusterKey;
import io.stallmark.cluster.bus.Member;
import io.stallmark.it.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A member of a cluster as a process: prints what happens, sends each line that it reads. */
final class BusMember implements AutoCloseable {

  /** What it printed, and when this test read it. */
  record Line(String text, long nanos) {}

  private final Process process;
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  BusMember(String role, ClusterAddress address, String key) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Program.JAVA, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BusMember.class.getName(), role, address.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(ClusterKey.VARIABLE, key);
    process = builder.start();
    BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
    reader =
        new Thread(
            () -> printed.lines().forEach(text -> lines.add(new Line(text, System.nanoTime()))));
    reader.setDaemon(true);
    reader.start();
  }

  List<String> lines() {
    return lines.stream().map(Line::text).toList();
  }

  /** Whether all that it printed has been read. */
  boolean hasEnded() {
    return !reader.isAlive();
  }

  /** Seconds from then until it printed this; it must have. */
  double secondsUntil(String text, long then) {
    long nanos =
        lines.stream().filter(line -> line.text().equals(text)).findFirst().orElseThrow().nanos();
    return (nanos - then) / 1e9;
  }

  void send(String text) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(text).append('\n').flush();
  }

  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The coordinator to all; an agent to the coordinator. */
  private static void sendToOthers(Bus bus, byte[] message) throws IOException {
    List<Member> members = bus.members();
    boolean coordinates = members.get(0).equals(bus.self());
    for (Member other : coordinates ? members.subList(1, members.size()) : members.subList(0, 1)) {
      try {
        bus.send(other, message);
      } catch (IOException e) {
        if (bus.members().contains(other)) {
          throw e;
        }
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    String role = arguments[0];
    Bus.Listener listener =
        new Bus.Listener() {
          @Override
          public void message(Member from, byte[] message) {
            System.out.println(from.name() + ": " + new String(message, StandardCharsets.UTF_8));
          }

          @Override
          public void joined(Member member) {
            System.out.println("joined " + member.name());
          }

          @Override
          public void left(Member member) {
            System.out.println("left " + member.name());
          }
        };
    BusOpener opener =
        new BusOpener(
            ClusterAddress.parse("--join", arguments[1]), ClusterKey.find(null, System.getenv()));
    try (Bus bus =
        role.equals("coordinator")
            ? opener.coordinate(role, listener)
            : opener.join(role, listener, System.out::println)) {
      System.out.println("open");
      BufferedReader in =
          new BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          // FILL is so much that flow control waits for whoever does not read
          int times = line.equals("FILL") ? 1_000 : 1;
          byte[] message = times > 1 ? new byte[2_000] : line.getBytes(StandardCharsets.UTF_8);
          for (int i = 0; i < times; i++) {
            sendToOthers(bus, message);
          }
          System.out.println("sent " + line);
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}
