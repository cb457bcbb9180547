package io.stallmark.cluster.bus;

import java.io.IOException;
import java.util.List;

/**
 * Membership of a cluster, and messages to its members. Threads may share it. A member that left
 * does not return: if its process joins again, it is another {@link Member}. Without its
 * coordinator a cluster has ended: agents then close their bus.
 */
public interface Bus extends AutoCloseable {

  /** This member. */
  Member self();

  /**
   * Members now, including this one: in the order of their joining, so the coordinator is first.
   */
  List<Member> members();

  /**
   * Sends reliably and in order. Returns at once, unless the receiver is slow: then it waits until
   * the receiver has read enough, or has left. The caller does not change the array afterwards.
   *
   * @throws IOException if the receiver has left, or this bus is closed
   * @throws IllegalArgumentException if an agent sends to another agent: agents have a connection
   *     to the coordinator only
   */
  void send(Member to, byte[] message) throws IOException;

  /**
   * Leaves the cluster, after the others have handled what was sent to them, or after 2 s. They
   * know it at once. No call of the listener starts afterwards.
   */
  @Override
  void close();

  /**
   * What happens in the cluster, from the opening of the bus on. One thread at a time calls it, in
   * order: a member's messages arrive after it joined and before it left. While it is busy, later
   * calls wait; it may send, but must not wait for an answer.
   */
  interface Listener {

    void message(Member from, byte[] message);

    /** Another member is there. For those that joined earlier, called first. */
    default void joined(Member member) {}

    /**
     * A process could not become a member.
     *
     * @param address from which it connected
     * @param why a clause for the user
     */
    default void refused(String address, String why) {}

    /** Another member has closed its bus, died, or was silent for too long. */
    void left(Member member);
  }
}
