package io.stallmark.plan;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Workload with resolved settings: one scenario for each phase of a run. All scenarios use the same
 * tables, which have the user's storage options. Thread-safe.
 */
public final class ResolvedWorkload {

  private final List<Scenario> byPhase;
  private final Set<Scenario> scenarios;
  private final List<Table> tables;
  private volatile List<Role> roles;

  private ResolvedWorkload(List<Scenario> byPhase, Map<String, String> storage) {
    this.byPhase = List.copyOf(byPhase);
    scenarios = new LinkedHashSet<>(byPhase);
    tables = scenario().tables().stream().map(table -> table.withStorage(storage)).toList();
    roles = merged();
  }

  private List<Role> merged() {
    List<Role> merged = new ArrayList<>();
    for (int i = 0; i < scenario().roles().size(); i++) {
      merged.add(merged(i));
    }
    return List.copyOf(merged);
  }

  /** Creates a workload without phases. */
  public static ResolvedWorkload of(Scenario scenario, Map<String, String> storage) {
    return new ResolvedWorkload(List.of(scenario), storage);
  }

  /**
   * Creates a workload with one scenario for each phase; phases with equal settings share one.
   *
   * @throws RefusedException when the scenarios are incompatible; the message is one line for the
   *     user
   */
  public static ResolvedWorkload of(List<Scenario> byPhase, Map<String, String> storage) {
    Scenario first = byPhase.get(0);
    Set<Scenario> all = new LinkedHashSet<>(byPhase);
    for (Scenario other : all) {
      if (!first.tables().equals(other.tables())
          || !first.tables().stream().allMatch(table -> first.rows(table) == other.rows(table))) {
        throw new RefusedException(
            "--phase: the settings of a phase must not change the tables or their rows");
      }
      requireSame("roles", first, other, Role::name);
      requireSame("kinds of transaction", first, other, Role::transactionKinds);
      requireSame("unit of progress", first, other, Role::unit);
    }
    if (all.stream().filter(each -> each.rowsPerTransaction() > 0).count() > 1) {
      throw new RefusedException(
          "--phase: phases that insert must have the same settings, because each begins after"
              + " the rows that the run found");
    }
    return new ResolvedWorkload(byPhase, storage);
  }

  private static void requireSame(
      String what, Scenario first, Scenario other, Function<Role, ?> property) {
    List<?> own = first.roles().stream().map(property).toList();
    if (!own.equals(other.roles().stream().map(property).toList())) {
      throw new RefusedException("--phase: the settings of a phase must not change the " + what);
    }
  }

  /** Role with the operations of all phases; an operation of several phases appears once. */
  private Role merged(int index) {
    Role first = scenario().roles().get(index);
    Map<String, Op> ops = new LinkedHashMap<>();
    boolean transactional = false;
    for (Scenario each : scenarios) {
      Role role = each.roles().get(index);
      role.ops().forEach(op -> ops.putIfAbsent(op.name(), op));
      transactional |= role.transactional();
    }
    return new Role(
        first.name(),
        List.copyOf(ops.values()),
        first.transactionKinds(),
        transactional,
        first.unit(),
        first.clients(),
        first.replayers(),
        first.level(),
        first.times());
  }

  /** Scenario that loads and verifies the tables: that of the first phase. */
  public Scenario scenario() {
    return byPhase.get(0);
  }

  /** The distinct scenarios of all phases, in order. */
  public List<Scenario> scenarios() {
    return List.copyOf(scenarios);
  }

  /** Tables with their storage options. */
  public List<Table> tables() {
    return tables;
  }

  /** Roles, each with the operations of all phases. */
  public List<Role> roles() {
    return roles;
  }

  /** Operations of all roles and phases, each name once. */
  public List<Op> ops() {
    Map<String, Op> ops = new LinkedHashMap<>();
    roles.forEach(role -> role.ops().forEach(op -> ops.putIfAbsent(op.name(), op)));
    return List.copyOf(ops.values());
  }

  /** Whether any role wraps its transactions in begin and commit. */
  public boolean transactional() {
    return roles.stream().anyMatch(Role::transactional);
  }

  /** Number of rows that a load inserts into all tables; a double, which does not overflow. */
  public double rows() {
    return tables.stream().mapToDouble(scenario()::rows).sum();
  }

  /** Distinct {@link Scenario#warnings} of all phases. */
  public List<String> warnings() {
    return distinct(scenarios(), Scenario::warnings);
  }

  /** Distinct {@link Scenario#warningsWithoutWarmup} of all phases. */
  public List<String> warningsWithoutWarmup() {
    return distinct(scenarios(), Scenario::warningsWithoutWarmup);
  }

  /** What the scenarios of all phases know of a run; see {@link Scenario#conclusion}. */
  public Conclusion conclusion(Histogram responses) {
    List<Conclusion> each = scenarios.stream().map(one -> one.conclusion(responses)).toList();
    return new Conclusion(
        each.stream().mapToLong(Conclusion::repeated).sum(),
        each.stream().allMatch(Conclusion::hadNothingToDo),
        first(each, Conclusion::failure),
        distinct(each, Conclusion::doubts),
        distinct(each, Conclusion::remarks),
        each.get(0).replay(),
        each.get(0).transfer());
  }

  private static <T> List<String> distinct(List<T> of, Function<T, List<String>> sentences) {
    return of.stream().flatMap(one -> sentences.apply(one).stream()).distinct().toList();
  }

  /** Largest figure of all phases, such as {@link Scenario#rowsPerTransaction}. */
  public double largest(ToDoubleFunction<Scenario> figure) {
    return scenarios.stream().mapToDouble(figure).max().orElse(0);
  }

  /**
   * Prepares all scenarios for one of several machines.
   *
   * @throws SpecException if one does not run on several
   */
  public void share(Share share) throws SpecException {
    for (Scenario each : share.count() > 1 ? scenarios : Set.<Scenario>of()) {
      SpecException.unlessRefused(
          "--agents: ",
          () -> {
            each.share(share.index(), share.count());
            return each;
          });
    }
  }

  /** Adds the tallies of another machine, one for each of the {@link #scenarios}. */
  public void add(List<Tally> tallies) {
    int next = 0;
    for (Scenario each : scenarios) {
      each.add(tallies.get(next++));
    }
  }

  /** Calls {@link Scenario#begin} of every distinct scenario, which may find operations. */
  public void begin(Session session, int clients) throws DbException {
    for (Scenario each : scenarios) {
      each.begin(session, clients);
    }
    roles = merged();
  }

  /** What of the user's does not return, see {@link Scenario#unreturned}; empty: nothing. */
  public String unreturned(long nanos) {
    return first(each -> each.unreturned(nanos));
  }

  /** Ends what does not return, see {@link Scenario#endUnreturned}; empty: nothing. */
  public String endUnreturned() {
    return first(Scenario::endUnreturned);
  }

  /** Ends every scenario. Returns why some have failed; empty: all have ended well. */
  public Optional<String> end() {
    return scenarios.stream()
        .map(Scenario::end)
        .filter(failure -> !failure.isEmpty())
        .reduce((one, other) -> one + " " + other);
  }

  private String first(Function<Scenario, String> words) {
    return first(List.copyOf(scenarios), words);
  }

  private static <T> String first(List<T> of, Function<T, String> words) {
    List<String> all = of.stream().map(words).toList(); // of every one
    return all.stream().filter(each -> !each.isEmpty()).findFirst().orElse("");
  }

  /**
   * Sentences of {@link Scenario#missing}. Phases with other settings are not checked, because one
   * may remove what another requires.
   */
  public List<String> missing(Session session) throws DbException {
    return scenarios.size() == 1 ? scenario().missing(session) : List.of();
  }

  /** Record of acknowledged writes of the phases that write, see {@link Scenario#acknowledged}. */
  public Map<String, Long> acknowledged() {
    return scenarios.stream()
        .map(Scenario::acknowledged)
        .filter(numbers -> !numbers.isEmpty())
        .findFirst()
        .orElse(Map.of());
  }

  /**
   * Creates one client of a role on a session.
   *
   * @param role index of the role in {@link #roles}
   * @return one client for each phase, shared by phases with equal settings; a single one when
   *     there are no phases
   */
  public List<Client> clients(int role, Session session, Slice slice) throws DbException {
    Map<Scenario, Client> made = new LinkedHashMap<>();
    for (Scenario each : scenarios) {
      made.put(each, each.roles().get(role).clients().client(session, slice));
    }
    return byPhase.stream().map(each -> Objects.requireNonNull(made.get(each))).toList();
  }
}
