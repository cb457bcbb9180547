package io.stallmark.cluster.protocol;

import io.stallmark.engine.StartSignal;
import io.stallmark.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives an agent its share of a run. Its text never contains the secrets.
 *
 * @param index number of the agent, from 0
 * @param count number of agents
 * @param spec specification of the run, JSON
 * @param hash SHA-256 of {@code spec}
 * @param url URL with the secrets that only a driver understands; null: that of the specification
 * @param password password of the database; null: none
 * @param clients prefix of the names of its clients' threads; runs with different ones take place
 *     at the same time
 * @param neighbours ids of the processes of the cluster on the agent's machine, without its own
 */
public record AgentAssignment(
    int index,
    int count,
    String spec,
    String hash,
    @Nullable String url,
    @Nullable String password,
    String clients,
    List<Long> neighbours) {

  public AgentAssignment {
    neighbours = List.copyOf(neighbours);
  }

  public static AgentAssignment of(
      int index,
      int count,
      String spec,
      @Nullable String url,
      @Nullable String password,
      String clients,
      List<Long> neighbours) {
    return new AgentAssignment(index, count, spec, hash(spec), url, password, clients, neighbours);
  }

  public static String hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether it is a side of a duet, whose other side the agent has at the same time. */
  public boolean isSide() {
    return !clients.equals(StartSignal.AT_ONCE.clients());
  }

  @Override
  public String toString() {
    return "AgentAssignment[" + index + " of " + count + ", " + hash + "]";
  }
}
