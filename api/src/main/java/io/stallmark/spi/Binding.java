package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.server.OverheadStatement;
import io.stallmark.spi.server.ServerFigure;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A family of databases. Implementations are loaded by {@link java.util.ServiceLoader} and
 * registered by one line in {@code META-INF/services/io.stallmark.spi.Binding}. Stateless.
 */
public interface Binding {

  /** Short name in lower case. */
  String name();

  /**
   * URL prefixes that select this binding, each up to its colon: {@code mysql:}, {@code
   * jdbc:mysql:}.
   */
  List<String> prefixes();

  /** One-line description, printed by {@code stallmark list}. */
  String summary();

  /**
   * All capabilities that servers of this family can have. {@link Database#capabilities} returns
   * those of one server.
   */
  Set<Capability> capabilities();

  /** Command-line options that this binding supports; none by default. */
  default BindingOptions options() {
    return BindingOptions.NONE;
  }

  /** The network protocol, for recordings; empty: this family cannot be recorded by a proxy. */
  default Optional<WireProtocol> wireProtocol() {
    return Optional.empty();
  }

  /**
   * Number of connections that one session opens.
   *
   * @param boundaries whether the session prepares statements that begin or end transactions
   */
  default int connectionsOfSession(boolean boundaries) {
    return 1;
  }

  /**
   * Checks the URL and the options of a target without connecting to a server.
   *
   * @throws RefusedException when the URL or an option is wrong, as in {@link #open}
   */
  default void check(Target target) {}

  /**
   * Opens the database. Connects once to verify that the server is reachable and usable; starts the
   * server first if it is embedded.
   *
   * @throws DbException of kind CONNECTION or REFUSED, with a message that tells the user what to
   *     do
   * @throws RefusedException when the URL or an option is wrong, with a message for the user
   */
  Database open(Target target) throws DbException;

  /** Statements in the database's own language that create the table and its indexes, in order. */
  List<String> explain(Table table);

  /**
   * Text of an operation in the database's own language. The renderer is the one that {@link
   * Session#prepare} uses.
   */
  String explain(Op op);

  /**
   * Texts that begin and that commit a transaction, in the database's own language, for {@code
   * explain}. Empty, the default: they are not known.
   */
  default List<String> boundaries() {
    return List.of();
  }

  /**
   * Expression for a value of a column in a statement of the user's, where the database does not
   * convert the parameter by itself.
   *
   * @param parameter such as {@code :id}
   * @param type of the column
   */
  default String converted(String parameter, Type type) {
    return parameter;
  }

  /**
   * Statements that the binding and its driver send outside the operations of a workload. They open
   * the database, inspect tables, or read counters and sizes. Default: those of the resource {@code
   * overhead.txt} in the package of this class; without it none.
   */
  default List<OverheadStatement> overhead() {
    return OverheadStatement.of(getClass());
  }

  /**
   * Figures of the server over time, from the counters of {@link Database#counters}. Default: those
   * of the resource {@code figures.txt} in the package of this class; without it none.
   */
  default List<ServerFigure> figures() {
    return ServerFigure.of(getClass());
  }
}
