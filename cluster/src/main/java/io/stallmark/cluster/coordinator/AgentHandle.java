package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.bus.Member;
import io.stallmark.cluster.protocol.Message;

/**
 * An agent that has joined.
 *
 * @param index number in all runs, from 0: the agent of the coordinator's process first, then by
 *     name
 */
record AgentHandle(int index, Member member, Message.Hello hello) {

  String name() {
    return hello.name();
  }
}
