package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import java.util.List;
import java.util.Set;

/**
 * A family of databases. Found by {@link java.util.ServiceLoader}; one line in {@code
 * META-INF/services} registers it. Stateless.
 */
public interface Binding {

  /** Short and lower-case: it is part of the result directory's name. */
  String name();

  /** The URL prefixes it answers to, without what follows: {@code mysql:}, {@code jdbc:mysql:}. */
  List<String> prefixes();

  /** What {@code stallmark list} says of it: one line. */
  String summary();

  /** What its servers can do at best; {@link Database#capabilities} says what this one can. */
  Set<Capability> capabilities();

  /** The options of a user that it honours; a binding that does not override this has none. */
  default BindingOptions options() {
    return BindingOptions.NONE;
  }

  /**
   * The connections that one session opens.
   *
   * @param boundaries whether statements of the session begin or end transactions themselves
   */
  default int connectionsOfSession(boolean boundaries) {
    return 1;
  }

  /**
   * Looks whether the target could be one, as far as that shows without asking anybody.
   *
   * @throws IllegalArgumentException as of {@link #open}
   */
  default void check(Target target) {}

  /**
   * Connects once to see that it works and what it can do; an embedded server is started.
   *
   * @throws DbException CONNECTION or REFUSED with a message that says what to do
   * @throws IllegalArgumentException when the URL or an option in it is wrong, with a message for
   *     the user
   */
  Database open(Target target) throws DbException;

  /** The native text that creates the table and its indexes, a statement a line. */
  List<String> explain(Table table);

  /** The native text of an operation, by the same renderer that {@link Session#prepare} uses. */
  String explain(Op op);
}
