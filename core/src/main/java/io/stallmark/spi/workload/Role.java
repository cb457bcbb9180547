package io.stallmark.spi.workload;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;

/**
 * Group of clients that run the same transactions, with threads and pacing separate from those of
 * other roles.
 *
 * @param name name in lower_case, unique in the scenario and different from the names of operations
 * @param ops all operations that a client sends, each once (for one table), in the order of a
 *     transaction
 * @param transactionKinds kinds of transaction that clients run, with names in lower_case that
 *     differ from the names of operations; empty: all transactions are alike. The results have
 *     counts and latencies of each kind, next to those of all transactions and of every statement.
 *     A client reports the kind with {@link Client#kind}
 * @param transactional whether a transaction is wrapped in begin and commit, which are then
 *     recorded too
 * @param unit unit of the role's progress; the unit of the first role is that of the run's headline
 * @param clients creates a client; called on each client's thread, and again after a lost
 *     connection
 */
public record Role(
    String name,
    List<Op> ops,
    List<String> transactionKinds,
    boolean transactional,
    ProgressUnit unit,
    ClientFactory clients) {

  /** Name of a workload's only role. */
  public static final String ONLY = "client";

  /** Creates the clients of a role. Thread-safe. */
  @FunctionalInterface
  public interface ClientFactory {
    Client client(Session session, Slice slice) throws DbException;
  }

  /**
   * Default number of clients of a role.
   *
   * @param name the role's name
   * @param threads number of clients, each with a separate thread
   */
  public record Size(String name, int threads) {}

  public Role {
    ops = List.copyOf(ops);
    transactionKinds = List.copyOf(transactionKinds);
  }

  /**
   * Creates the only role of a workload whose transactions are all alike; its progress unit is
   * transactions.
   */
  public static Role only(List<Op> ops, boolean transactional, ClientFactory clients) {
    return new Role(ONLY, ops, List.of(), transactional, ProgressUnit.TRANSACTIONS, clients);
  }
}
