package io.stallmark.cluster.bus;

/**
 * One participation in a cluster. A process that leaves and joins again is another member.
 *
 * @param id unique, also among members that have left
 * @param name given by the user; two members can have the same
 */
public record Member(String id, String name) {}
