package io.stallmark.cluster.agent;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.record.Interval;
import java.io.IOException;

/** Receives the course of an agent's runs, on the thread of the run. */
public interface AgentListener {

  /** Ignores everything. */
  AgentListener NONE = new AgentListener() {};

  default void loading(Message.LoadAssignment assignment) {}

  default void begun(AgentAssignment assignment) throws IOException {}

  default void interval(Interval interval, GeneratorHealth health) throws IOException {}

  /** Called when the coordinator has what this agent measured, or why it failed. */
  default void ended() {}

  /** Called when the coordinator has not taken it, or is gone. May be called more than once. */
  default void orphaned() {}
}
