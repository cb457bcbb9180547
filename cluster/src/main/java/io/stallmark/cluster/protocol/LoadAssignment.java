package io.stallmark.cluster.protocol;

/**
 * Gives an agent its share of a load.
 *
 * @param share the specification and the place of the agent
 * @param resumes whether the tables may contain a part of the rows
 * @param owner owner of the lease on the load; 0: it has none
 */
public record LoadAssignment(AgentAssignment share, boolean resumes, long owner) {}
