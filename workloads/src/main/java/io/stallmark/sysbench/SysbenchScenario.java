package io.stallmark.sysbench;

import io.stallmark.data.KeySequence;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** sysbench with its settings resolved. */
final class SysbenchScenario implements Scenario {

  /**
   * Share of the statements that may miss a row that a transaction deletes and inserts again, for
   * example if the server reads uncommitted changes.
   */
  private static final double REPLACED_IN_TRANSACTION = 0.01;

  /**
   * Writes that wait for the transaction that replaces their row. In PostgreSQL, they then find the
   * old row deleted and do not see the new one (READ COMMITTED).
   */
  private static final Set<String> WAITING = Set.of("index_update", "delete");

  private final SysbenchOptions options;
  private final long seed;

  /** Sequences of ids by table, for rows whose ids the clients generate. */
  private final List<KeySequence> newIds;

  private final InsertedRows inserted;

  SysbenchScenario(SysbenchOptions options, long seed) {
    this.options = options;
    this.seed = seed;
    this.newIds = Stream.generate(KeySequence::new).limit(options.tables().size()).toList();
    inserted = new InsertedRows(options.tables());
  }

  @Override
  public List<Table> tables() {
    return options.tables();
  }

  @Override
  public List<Role> roles() {
    Table table = options.tables().get(0);
    Stream<Op> sent =
        options.parts().stream().flatMap(part -> options.ops(part.family(), table).stream());
    List<Op> ops =
        options.numbersRows()
            ? Stream.concat(Stream.of(SysbenchOperations.lastId(table)), sent).toList()
            : sent.toList();
    Map<String, String> times = new HashMap<>();
    for (SysbenchMix.Part part : options.parts()) {
      if (part.count() > 1) {
        options
            .ops(part.family(), table)
            .forEach(op -> times.put(op.name(), part.count() + " times"));
      }
    }
    return List.of(
        Role.only(
                ops,
                options.transactional(),
                (session, slice) ->
                    new TransactionClient(options, newIds, inserted, session, slice))
            .sending(times));
  }

  @Override
  public List<String> warnings() {
    return options.warnings();
  }

  @Override
  public long rows(Table table) {
    return options.rows();
  }

  @Override
  public double rowsPerTransaction() {
    return options.mix() == SysbenchMix.INSERT ? 1 : 0;
  }

  /**
   * A delete and its insert leave the row missing in between. Without a transaction, others find it
   * missing as often as they use the same rows, which many clients of few hot rows always do. The
   * delete mix removes rows for the statements of other phases.
   */
  @Override
  public double explainedUnexpected(String operation) {
    if (!options.mix().keepsRows()) {
      return 1;
    }
    if (!options.replaces()) {
      return 0;
    }
    return options.transactional() && !WAITING.contains(operation) ? REPLACED_IN_TRANSACTION : 1;
  }

  @Override
  public OptionalLong requiredRows() {
    return options.mix().keepsRows() ? OptionalLong.of(options.rows()) : OptionalLong.empty();
  }

  @Override
  public boolean indexesAfterLoad() {
    return options.indexesAfterLoad();
  }

  @Override
  public void share(int machine, int machines) {
    newIds.forEach(ids -> ids.share(machine, machines));
  }

  @Override
  public Tally tally() {
    return inserted.tally();
  }

  @Override
  public void add(Tally tally) {
    inserted.add(tally);
  }

  @Override
  public void begin(Session session) throws DbException {
    if (options.mix() == SysbenchMix.INSERT) {
      inserted.begin(session);
    }
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new RowLoader(options, seed, resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(
        Text.format(
            "sysbench seed=%d tables=%d rows=%d %s",
            seed, options.tables().size(), options.rows(), options.distribution()));
  }

  @Override
  public List<String> missing(Session session) throws DbException {
    return options.mix().keepsRows() ? SysbenchVerification.missing(options, session) : List.of();
  }

  /** Rows of the insert mix only, see {@link InsertedRows}. */
  @Override
  public Map<String, Long> acknowledged() {
    return inserted.acknowledged();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    return InsertedRows.lost(options.tables(), session, acknowledged);
  }

  @Override
  public Verification verification() {
    return new SysbenchVerification(options, seed);
  }
}
