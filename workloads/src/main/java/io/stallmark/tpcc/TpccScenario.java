package io.stallmark.tpcc;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.ledger.LostWrites;
import io.stallmark.tpcc.ledger.RunLedger;
import io.stallmark.tpcc.load.HistoryCensus;
import io.stallmark.tpcc.load.TpccLoader;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.tpcc.transaction.Terms;
import io.stallmark.tpcc.transaction.TpccClient;
import io.stallmark.tpcc.transaction.TpccKind;
import io.stallmark.tpcc.verify.TpccVerification;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** TPC-C with resolved settings. */
final class TpccScenario implements Scenario {

  /** Mean number of lines of an order. */
  private static final int LINES = (Scale.FEWEST_LINES + Scale.MOST_LINES) / 2;

  private final Terms terms;
  private final TpccSchema schema;
  private final RunLedger ledger;

  TpccScenario(Terms terms) {
    this.terms = terms;
    schema = terms.schema();
    ledger = new RunLedger(schema.warehouses());
  }

  @Override
  public List<Table> tables() {
    return schema.tables();
  }

  @Override
  public List<Role> roles() {
    Role role =
        new Role(
            Role.ONLY,
            TpccClient.ops(terms),
            TpccKind.names(),
            true,
            ProgressUnit.TRANSACTIONS,
            (session, slice) -> new TpccClient(terms, ledger, session, slice));
    return List.of(role.sending(TpccClient.times(terms)));
  }

  @Override
  public long rows(Table table) {
    Scale scale = schema.scale();
    long inDistricts = schema.warehouses() * Scale.DISTRICTS;
    return switch (table.name()) {
      case "item" -> scale.items();
      case "warehouse" -> schema.warehouses();
      case "district" -> inDistricts;
      case "stock" -> schema.warehouses() * scale.items();
      case "new_order" -> inDistricts * (scale.customers() - scale.delivered());
      case "order_line" -> inDistricts * scale.customers() * LINES;
      default -> inDistricts * scale.customers();
    };
  }

  @Override
  public double rowsPerTransaction() {
    return terms.mix().share(0) * (2 + LINES) + terms.mix().share(1);
  }

  @Override
  public boolean indexesAfterLoad() {
    return true;
  }

  /** A row of history has no key by which a load could find it. */
  @Override
  public boolean loadsKeys() {
    return false;
  }

  @Override
  public Load load(int machine, int machines) {
    HistoryCensus history = new HistoryCensus();
    return (session, slice, resumes) ->
        new TpccLoader(schema, resumes ? history : null, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(
        Text.format(
            "tpcc warehouses=%d cardinality=%d seed=%d embedded=%b history-key=%b foreign-keys=%b",
            schema.warehouses(),
            schema.scale().percent(),
            schema.seed(),
            schema.embedded(),
            schema.numbered(),
            schema.references()));
  }

  /** Clients share nothing but their home warehouses. */
  @Override
  public void share(int machine, int machines) {}

  @Override
  public void begin(Session session) throws DbException {
    long warehouses = count(session, TpccTables.WAREHOUSE);
    if (warehouses != schema.warehouses()) {
      throw DbException.unfit(
          "WAREHOUSES",
          Text.format(
              "Table warehouse has %,d rows: give -p warehouses=%d, or load with -p warehouses=%d",
              warehouses, warehouses, schema.warehouses()));
    }
    long items = count(session, TpccTables.ITEM);
    if (items != schema.scale().items()) {
      throw DbException.unfit(
          "CARDINALITY",
          Text.format(
              "Table item has %,d rows, not %,d: give the -p cardinality of the load",
              items, schema.scale().items()));
    }
    ledger.reset();
  }

  /** The numbers of the new orders, and sums over the payments. */
  @Override
  public Map<String, Long> acknowledged() {
    return ledger.acknowledged();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    return new LostWrites(schema, session).find(acknowledged);
  }

  @Override
  public Optional<KindRate> headline() {
    return Optional.of(
        new KindRate(
            TpccKind.NEW_ORDER.word(), "new orders/min", (int) TimeUnit.MINUTES.toSeconds(1)));
  }

  @Override
  public List<KindLimit> kindLimits() {
    return Stream.of(TpccKind.values())
        .map(kind -> new KindLimit(kind.word(), TpccKind.PERCENT, kind.limit()))
        .toList();
  }

  @Override
  public Conclusion conclusion(Histogram responses) {
    Lines remarks = new Lines();
    remarks.add("Derived from TPC-C; not comparable with published TPC-C results.");
    if (ledger.skipped() > 0) {
      remarks.add(
          "%,d districts had no order to deliver, in %,d deliveries.",
          ledger.skipped(), ledger.deliveries());
    }
    return Conclusion.remarks(remarks);
  }

  private static long count(Session session, Table table) throws DbException {
    Op count = new Op.Read("count", table, new Select.Count());
    return PreparedOperation.of(session, count).number(0);
  }

  @Override
  public Tally tally() {
    return ledger.tally();
  }

  @Override
  public void add(Tally tally) {
    ledger.add(tally);
  }

  @Override
  public Verification verification() {
    return new TpccVerification(
        schema, terms.documents(), TpccTables.ALL.stream().mapToLong(this::rows).sum());
  }
}
