package io.stallmark.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import com.sun.management.ThreadMXBean;
import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.mongo.command.Ops;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.lang.management.ManagementFactory;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * What the binding costs beside the driver's CRUD calls as an application writes them (ADR 0002):
 * {@code java -cp … io.stallmark.mongo.CrudCost mongodb://host/scratch?w=1&journal=false}. Needs a
 * replica set. Uses, and drops, the collection sbtest1 of the URL's database.
 */
final class CrudCost {

  private static final int ROWS = 100_000;
  private static final int BATCH = 1000;
  private static final int ROUNDS = 5;
  private static final long ROUND = 1_500_000_000L;

  /** One of the two ways. */
  private interface Way {
    void point(int id) throws DbException;

    void range(int id) throws DbException;

    void add(int id) throws DbException;

    void begin() throws DbException;

    void commit() throws DbException;
  }

  private interface Work {
    void once(Way way, int id) throws DbException;
  }

  private record Crud(MongoCollection<Document> collection, ClientSession session) implements Way {

    private static final Bson C =
        Projections.fields(Projections.include("c"), Projections.excludeId());

    @Override
    public void point(int id) {
      drain(collection.find(session, Filters.eq("_id", id)).projection(C).limit(-1));
    }

    @Override
    public void range(int id) {
      Bson filter = Filters.and(Filters.gte("_id", id), Filters.lte("_id", id + 99));
      drain(collection.find(session, filter).projection(C));
    }

    @Override
    public void add(int id) {
      collection.updateOne(session, Filters.eq("_id", id), Updates.inc("k", 1));
    }

    @Override
    public void begin() {
      session.startTransaction();
    }

    @Override
    public void commit() {
      session.commitTransaction();
    }

    private static void drain(MongoIterable<Document> result) {
      try (MongoCursor<Document> cursor = result.iterator()) {
        while (cursor.hasNext()) {
          cursor.next();
        }
      }
    }
  }

  private record Binding(
      Session session,
      Statement pointRead,
      Statement rangeRead,
      Statement addition,
      Args id,
      Args bounds,
      Args added)
      implements Way {

    static Binding of(Session session) throws DbException {
      Op range = Ops.range(Select.columns("c"));
      return new Binding(
          session,
          session.prepare(Ops.point()),
          session.prepare(range),
          session.prepare(Ops.add()),
          Args.of(Ops.point()),
          Args.of(range),
          Args.of(Ops.add()));
    }

    @Override
    public void point(int key) throws DbException {
      pointRead.execute(id.set(0, key), null);
    }

    @Override
    public void range(int key) throws DbException {
      rangeRead.execute(bounds.set(0, key).set(1, key + 99L), null);
    }

    @Override
    public void add(int key) throws DbException {
      addition.execute(added.set(0, key), null);
    }

    @Override
    public void begin() throws DbException {
      session.begin();
    }

    @Override
    public void commit() throws DbException {
      session.commit();
    }
  }

  private CrudCost() {}

  public static void main(String[] arguments) throws DbException {
    Target target = new Target(arguments[0], null, null, Tls.UNSAID, 2);
    String name = MongoUrl.parse(target).database();
    try (Database database = new MongoBinding().open(target);
        MongoClient client = MongoClients.create(arguments[0]);
        ClientSession driverSession = client.startSession();
        Session session = database.session()) {
      load(database, session);
      Way[] ways = {
        new Crud(client.getDatabase(name).getCollection("sbtest1"), driverSession),
        Binding.of(session)
      };
      compare("point select", ways, Way::point);
      compare("range of 100", ways, Way::range);
      compare("update", ways, Way::add);
      compare("transaction of 10 points, 4 ranges, 4 updates", ways, CrudCost::transaction);
      database.drop(Ops.TABLE);
    }
  }

  private static void transaction(Way way, int id) throws DbException {
    way.begin();
    for (int i = 0; i < 10; i++) {
      way.point(1 + (id + 7919 * i) % ROWS);
    }
    for (int i = 0; i < 4; i++) {
      way.range(1 + (id + 6007 * i) % ROWS);
    }
    for (int i = 0; i < 4; i++) {
      way.add(1 + (id + 104_729 * i) % ROWS);
    }
    way.commit();
  }

  private static void compare(String what, Way[] ways, Work work) throws DbException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long[][] sums = new long[ways.length][4];
    Rng rng = Rng.of(1, 1);
    for (int round = -1; round < ROUNDS; round++) {
      for (int w = 0; w < ways.length; w++) {
        long cpu = threads.getThreadCpuTime(self);
        long allocated = threads.getThreadAllocatedBytes(self);
        long start = System.nanoTime();
        long times = 0;
        while (System.nanoTime() - start < ROUND) {
          work.once(ways[w], (int) rng.uniform(1, ROWS));
          times++;
        }
        if (round >= 0) { // the first warms up
          sums[w][0] += times;
          sums[w][1] += System.nanoTime() - start;
          sums[w][2] += threads.getThreadCpuTime(self) - cpu;
          sums[w][3] += threads.getThreadAllocatedBytes(self) - allocated;
        }
      }
    }
    for (int w = 0; w < ways.length; w++) {
      double times = sums[w][0];
      System.out.printf(
          "%-46s %-8s %,8.0f /s %8.1f us client CPU %,9.0f bytes%n",
          what,
          w == 0 ? "CRUD" : "binding",
          times / sums[w][1] * 1e9,
          sums[w][2] / times / 1e3,
          sums[w][3] / times);
    }
  }

  private static void load(Database database, Session session) throws DbException {
    database.drop(Ops.TABLE);
    database.create(Ops.TABLE);
    Op.Insert op = Ops.insert(BATCH);
    Statement insert = session.prepare(op);
    Args args = Args.of(op);
    for (int first = 1; first <= ROWS; first += BATCH) {
      for (int row = 0; row < BATCH; row++) {
        args.row(row).set(0, first + row).set(1, first + row);
        Ops.text(Ops.text(args, 2, "c".repeat(119)), 3, "p".repeat(59));
      }
      insert.execute(args, null);
    }
    database.createIndexes(Ops.TABLE);
  }
}
