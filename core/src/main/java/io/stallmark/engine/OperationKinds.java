package io.stallmark.engine;

import io.stallmark.model.Op;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.spi.workload.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Kinds of operation of a workload, numbered for the recorder. Number 0 is the transaction. Then
 * follow the roles if there are several, the kinds of transaction if there are any, and the
 * statements.
 */
final class OperationKinds {

  /** Connecting, where each transaction has a new connection. */
  static final String CONNECT = "connect";

  static final String BEGIN = "begin";
  static final String COMMIT = "commit";

  /** Names of the operations of a replay. */
  static final String READ = "read";

  static final String WRITE = "write";
  static final int NONE = -1;

  private static final Pattern LOWER_CASE = Pattern.compile("[a-z][a-z0-9_]*");

  private final List<Kind> kinds = new ArrayList<>();
  private final Map<String, Integer> statements = new HashMap<>();
  private final List<Integer> firstOfRole = new ArrayList<>();

  /** Creates the kinds of a run whose clients keep their connections. */
  OperationKinds(List<Role> roles, boolean beginIsStatement) {
    this(roles, beginIsStatement, false);
  }

  /**
   * @param beginIsStatement whether begin is sent to the server, see {@link
   *     io.stallmark.spi.Database#beginIsStatement}
   * @param connectsEach whether each transaction has a new connection
   * @throws IllegalStateException when the name of a role or of a kind of transaction is not unique
   *     or not in lower_case: a defect of the workload
   */
  OperationKinds(List<Role> roles, boolean beginIsStatement, boolean connectsEach) {
    kinds.add(new Kind(Kind.TRANSACTION, Category.TRANSACTION));
    transactions(roles);
    if (connectsEach) {
      statement(new Kind(CONNECT, Category.OTHER));
    }
    boolean transactional = roles.stream().anyMatch(Role::transactional);
    if (transactional && beginIsStatement) {
      statement(new Kind(BEGIN, Category.OTHER));
    }
    for (Role role : roles) {
      role.ops().forEach(op -> statement(new Kind(op.name(), category(op), text(op))));
      if (role.replayers() != null) {
        statement(new Kind(READ, Category.READ));
        statement(new Kind(WRITE, Category.WRITE));
      }
    }
    if (transactional) {
      statement(new Kind(COMMIT, Category.OTHER));
    }
  }

  List<Kind> list() {
    return List.copyOf(kinds);
  }

  int number(String name) {
    Integer number = statements.get(name);
    if (number == null) {
      throw new IllegalStateException("The workload does not declare the operation " + name);
    }
    return number;
  }

  /** Number of connect, begin or commit; {@link #NONE}: there is none. */
  int envelope(String name) {
    return statements.getOrDefault(name, NONE);
  }

  /** Number of a role's first kind of transaction; 0: the role has no kinds. */
  int firstTransactionKind(int role) {
    return firstOfRole.get(role);
  }

  /**
   * Adds the roles and the kinds of transaction. Their names must be unique, because the results
   * list all kinds together by name.
   */
  private void transactions(List<Role> roles) {
    Set<String> taken = new HashSet<>(List.of(Kind.TRANSACTION, BEGIN, COMMIT));
    roles.forEach(role -> role.ops().forEach(op -> taken.add(op.name())));
    if (roles.size() > 1) {
      roles.forEach(role -> named(role.name(), Category.ROLE, taken));
    }
    for (Role role : roles) {
      firstOfRole.add(role.transactionKinds().isEmpty() ? 0 : kinds.size());
      role.transactionKinds().forEach(name -> named(name, Category.TRANSACTION_KIND, taken));
    }
  }

  private void named(String name, Category category, Set<String> taken) {
    if (!LOWER_CASE.matcher(name).matches() || !taken.add(name)) {
      throw new IllegalStateException("A kind needs a unique lower_case name, not " + name);
    }
    kinds.add(new Kind(name, category));
  }

  private void statement(Kind kind) {
    if (statements.putIfAbsent(kind.name(), kinds.size()) == null) {
      kinds.add(kind);
    }
  }

  /** Text of a statement, if it is the same on all databases. */
  private static String text(Op op) {
    return op instanceof Op.Native verbatim && verbatim.texts().size() == 1
        ? verbatim.texts().values().iterator().next()
        : "";
  }

  private static Category category(Op op) {
    if (op instanceof Op.Read) {
      return Category.READ;
    }
    return op instanceof Op.Native verbatim
        ? Category.valueOf(verbatim.effect().name())
        : Category.WRITE;
  }
}
