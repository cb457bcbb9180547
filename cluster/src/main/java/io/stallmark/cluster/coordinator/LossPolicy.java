package io.stallmark.cluster.coordinator;

/** What happens to a run that has lost an agent. */
public enum LossPolicy {
  /** All agents stop. */
  STOP,
  /** The others go on; the figures of the run end with the loss. */
  CONTINUE
}
