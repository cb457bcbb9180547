package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.Hello;

/**
 * An agent that has joined.
 *
 * @param index number in all runs, from 0, in the order of joining
 */
record AgentHandle(int index, Member member, Hello hello) {

  String name() {
    return hello.name();
  }
}
