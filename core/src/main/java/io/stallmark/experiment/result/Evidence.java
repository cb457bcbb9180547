package io.stallmark.experiment.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run's directory says: {@code run.json}, and {@code stalls.csv}, which has every stall
 * where the other has the longest hundred.
 */
record Evidence(JsonNode json, List<Stall> stalls) {

  static final String RUN = "run.json";
  private static final String STALLS = "stalls.csv";
  private static final double SECOND = 1e9;

  /** A stall's length, and whether it was the generator that stood still. */
  record Stall(double seconds, boolean generators) {}

  /** Null: the directory has no run. */
  static @Nullable Evidence of(Path directory) {
    JsonNode json = json(directory.resolve(RUN));
    return json == null ? null : new Evidence(json, stalls(directory.resolve(STALLS)));
  }

  /** The file's content; null: there is no such file, or it is none of ours. */
  static @Nullable JsonNode json(Path file) {
    try {
      return JsonMapper.shared().readTree(Files.readString(file));
    } catch (IOException | JacksonException e) {
      return null;
    }
  }

  private static List<Stall> stalls(Path file) {
    List<Stall> stalls = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      List<String> head = List.of(lines.get(0).split(",", -1));
      int length = head.indexOf("length_s");
      int held = head.indexOf("generator_held_s");
      for (String line : lines.subList(1, lines.size())) {
        String[] fields = line.split(",", -1);
        double seconds = Double.parseDouble(fields[length]);
        stalls.add(new Stall(seconds, 2 * Double.parseDouble(fields[held]) >= seconds));
      }
    } catch (IOException | RuntimeException e) {
      return List.copyOf(stalls); // a run of before there were stalls, or half a line
    }
    return stalls;
  }

  String text(String pointer) {
    return json.at(pointer).asString("");
  }

  /** The names that an object has, in their order; none where there is no object. */
  List<String> names(String pointer) {
    return List.copyOf(json.at(pointer).propertyNames());
  }

  /** NaN: it does not say. */
  double figure(String pointer) {
    return json.at(pointer).asDouble(Double.NaN);
  }

  /**
   * What a transaction cost, by the server's own counters; CPU time, which not all have, else as
   * the kernel counts it of the server's process or container.
   *
   * @param name as run.json has it, such as {@code readKb}
   * @return NaN: nobody said
   */
  double cost(String name) {
    return Stream.of("server", "process", "cgroup")
        .limit(name.startsWith("cpu") ? 3 : 1)
        .mapToDouble(source -> figure("/cost/sources/" + source + "/perTransaction/" + name))
        .filter(Double::isFinite)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** False: the run was so short that no stall could be told from what is usual. */
  boolean judged() {
    double seconds = figure("/summary/elapsedNanoseconds") / SECOND;
    double enough = figure("/stallRule/judgedFromSeconds") + figure("/stallRule/shortestSeconds");
    return Double.isNaN(enough) || seconds >= enough; // runs of before do not say
  }

  /** The lengths of the server's stalls in seconds, or of the generator's. */
  double[] stalls(boolean generators) {
    return stalls.stream()
        .filter(stall -> stall.generators() == generators)
        .mapToDouble(Stall::seconds)
        .toArray();
  }
}
