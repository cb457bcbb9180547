package io.stallmark.spi.workload;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;

/**
 * A group of clients that do the same, with threads and pacing separate from those of other roles.
 *
 * @param name in lower_case, unique in the scenario and no operation's
 * @param ops every operation that a client sends, once each (for one table), in the order of a
 *     transaction
 * @param transactionKinds the kinds of transaction that clients run; each has counts and latencies
 *     in the results, next to those of all transactions and of every statement. Names in
 *     lower_case, none of them an operation's; empty: all transactions are alike. A client reports
 *     the kind by {@link Client#kind}
 * @param transactional whether a transaction is wrapped into begin and commit, which are then
 *     recorded too
 * @param unit of the role's progress; that of the first role is the unit of the run's headline
 * @param clients makes a client; called by each client's thread, again after a lost connection
 */
public record Role(
    String name,
    List<Op> ops,
    List<String> transactionKinds,
    boolean transactional,
    ProgressUnit unit,
    ClientFactory clients) {

  /** The name of a workload's only role. */
  public static final String ONLY = "client";

  /** Makes the clients of a role. Thread-safe. */
  @FunctionalInterface
  public interface ClientFactory {
    Client client(Session session, Slice slice) throws DbException;
  }

  /**
   * The clients that a role has unless the user says otherwise.
   *
   * @param name the role's
   */
  public record Size(String name, int threads) {}

  public Role {
    ops = List.copyOf(ops);
    transactionKinds = List.copyOf(transactionKinds);
  }

  /** The only role of a workload whose transactions are all alike and counted as such. */
  public static Role only(List<Op> ops, boolean transactional, ClientFactory clients) {
    return new Role(ONLY, ops, List.of(), transactional, ProgressUnit.TRANSACTIONS, clients);
  }
}
