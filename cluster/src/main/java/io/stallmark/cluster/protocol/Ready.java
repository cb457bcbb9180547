package io.stallmark.cluster.protocol;

import java.util.List;

/**
 * Says that all clients of an agent are connected.
 *
 * @param hash SHA-256 of the specification as the agent has read and written it again
 * @param kinds names of the kinds of operation, in order
 * @param files files that its clients read, with a hash of their content; empty: they read none
 */
public record Ready(String hash, List<String> kinds, String files) {
  public Ready {
    kinds = List.copyOf(kinds);
  }
}
