package io.stallmark.ycsb;

import io.stallmark.data.Rng;
import io.stallmark.data.SequenceGaps;
import io.stallmark.data.SequenceGaps.State;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.verification.GapLoader;
import io.stallmark.ycsb.RecordMix.Operation;
import io.stallmark.ycsb.data.FieldContent;
import io.stallmark.ycsb.data.FieldShape;
import io.stallmark.ycsb.request.RecordNumbers;
import io.stallmark.ycsb.request.RequestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** YCSB with resolved settings. */
final class YcsbScenario implements Scenario {

  private static final String FIRST = "first";
  private static final String LAST = "last";

  private final YcsbOptions options;
  private final boolean counts;
  private final RecordNumbers numbers = new RecordNumbers();
  private final RequestKeys requests;
  private final long contentOfRun;
  private volatile long before;
  private volatile SequenceGaps gaps = new SequenceGaps(0, 0);

  /**
   * @param counts whether the database can count records; a database without sums cannot
   * @param time of the run, milliseconds since 1970
   */
  YcsbScenario(YcsbOptions options, boolean counts, long time) {
    this.options = options;
    this.counts = counts;
    contentOfRun = Rng.mix(time);
    requests = new RequestKeys(options.requests(), options.records(), options.space(), numbers);
  }

  @Override
  public List<Table> tables() {
    return List.of(options.table().table());
  }

  @Override
  public List<Role> roles() {
    RecordMix mix = options.mix();
    boolean modifies = mix.has(Operation.READ_MODIFY_WRITE);
    UserTable table = options.table();
    List<Op> ops = new ArrayList<>();
    if (mix.has(Operation.READ) || modifies) {
      ops.add(options.readsAll() ? table.read() : table.read(FieldShape.name(0)));
    }
    if (mix.has(Operation.UPDATE) || modifies) {
      ops.add(
          table.update(
              options.writesAll() ? options.fields().names() : List.of(FieldShape.name(0))));
    }
    if (mix.has(Operation.INSERT)) {
      ops.add(table.insert("insert_record", 1));
    }
    if (mix.has(Operation.SCAN)) {
      ops.add(table.scan());
    }
    return List.of(
        new Role(
            Role.ONLY,
            ops,
            mix.operations().stream().map(Setting::word).toList(),
            false,
            ProgressUnit.TRANSACTIONS,
            (session, slice) ->
                new RecordClient(options, requests, numbers, contentOfRun, session, slice)));
  }

  @Override
  public long rows(Table table) {
    return options.records();
  }

  @Override
  public double rowsPerTransaction() {
    return options.mix().share(Operation.INSERT);
  }

  @Override
  public void share(int machine, int machines) {
    requests.share(machine, machines);
    numbers.share(machine, machines);
  }

  @Override
  public Tally tally() {
    return inserts() ? Tally.of(numbers.report()) : Tally.NONE;
  }

  private boolean inserts() {
    return options.mix().has(Operation.INSERT);
  }

  @Override
  public void add(Tally tally) {
    if (inserts()) {
      gaps.add(tally.numbers());
    }
  }

  @Override
  public long leftOut() {
    return gaps.count();
  }

  @Override
  public Loader completer(Session session) throws DbException {
    FieldContent content = options.content();
    RecordSearch search = new RecordSearch(options, session);
    PreparedOperation insert =
        PreparedOperation.of(session, options.table().insert("load_record", 1));
    return new GapLoader(
        gaps,
        1,
        gap -> {
          if (gap.state() == State.UNTOUCHED || !search.exists(gap.number())) {
            RecordLoader.fill(content, options, gap.number(), insert.args());
            insert.execute();
          }
        });
  }

  /** Finds the last record, after which inserts continue. */
  @Override
  public void begin(Session session) throws DbException {
    RecordSearch search = new RecordSearch(options, session);
    search.requireLoaded();
    before = inserts() && !options.asYcsb() ? search.last() : options.records() - 1;
    numbers.startAfter(before);
    gaps = new SequenceGaps(before + 1, Long.MAX_VALUE);
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new RecordLoader(options, resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(
        Text.format(
            "ycsb seed=%d records=%d fields=%s keys=%s integrity=%s batch=%d",
            options.seed(),
            options.records(),
            options.fields(),
            options.keys(),
            options.integrity(),
            options.batch()));
  }

  @Override
  public Verification verification() {
    return new RecordVerification(options, counts);
  }

  /** First and last record of an unbroken sequence that the run has inserted. */
  @Override
  public Map<String, Long> acknowledged() {
    long last = gaps.areKnown() ? gaps.settled() - 1 : numbers.last();
    return last > before ? Map.of(FIRST, before + 1, LAST, last) : Map.of();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    RecordSearch search = new RecordSearch(options, session);
    long first = acknowledged.getOrDefault(FIRST, 0L);
    long last = acknowledged.getOrDefault(LAST, -1L);
    long lost = 0;
    long one = 0;
    for (long record = first; record <= last; record++) {
      if (!search.exists(record)) {
        one = lost++ == 0 ? record : one;
      }
    }
    return lost == 0
        ? List.of()
        : List.of(
            Text.format(
                "%,d of %,d acknowledged inserts are gone, such as record %d with the key %s.",
                lost, last - first + 1, one, options.keys().text(one)));
  }
}
