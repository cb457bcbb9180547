package io.stallmark.mongo;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.UpdateOptions;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Tests the capabilities of a server on a temporary collection. Some servers accept a transaction
 * and do not roll it back, or return a wrong sum (FerretDB 2.7 and 1.24).
 */
final class CapabilityProbe {

  private static final TransactionOptions TRANSACTION =
      TransactionOptions.builder()
          .readPreference(ReadPreference.primary())
          .readConcern(ReadConcern.LOCAL)
          .writeConcern(WriteConcern.MAJORITY)
          .build();

  private final MongoClient client;
  private final MongoCollection<BsonDocument> scratch;

  private CapabilityProbe(MongoClient client, MongoDatabase database) {
    this.client = client;
    // Does not use the concerns of the URL: such a read could miss writes that are not replicated
    // yet.
    scratch =
        database
            .getCollection(
                "stallmark_probe_" + UUID.randomUUID().toString().replace("-", ""),
                BsonDocument.class)
            .withReadPreference(ReadPreference.primary())
            .withReadConcern(ReadConcern.LOCAL)
            .withWriteConcern(WriteConcern.MAJORITY);
  }

  static Set<Capability> run(MongoClient client, MongoDatabase database, MongoErrors errors)
      throws DbException {
    CapabilityProbe probe = new CapabilityProbe(client, database);
    return errors.translated(probe::found);
  }

  private Set<Capability> found() {
    scratch.insertMany(List.of(document(1, 3), document(2, 4)));
    try {
      Set<Capability> found = EnumSet.of(Capability.OBJECT_IDS, Capability.BSON);
      add(found, Capability.SUM, this::sums);
      add(found, Capability.UPSERT, this::upserts);
      add(found, Capability.OLD_VALUES, this::tells);
      add(found, Capability.TRANSACTIONS, this::undoes);
      return Set.copyOf(found);
    } finally {
      scratch.drop();
    }
  }

  /**
   * Adds a capability that the server has. An error that the server reports means that it lacks the
   * capability, unless the connection is lost.
   */
  private void add(Set<Capability> found, Capability capability, BooleanSupplier test) {
    try {
      if (test.getAsBoolean()) {
        found.add(capability);
      }
    } catch (MongoException e) {
      if (e instanceof MongoSocketException || e instanceof MongoTimeoutException) {
        throw e;
      }
    }
  }

  private boolean sums() {
    BsonDocument result =
        scratch
            .aggregate(
                List.of(
                    BsonDocument.parse("{$group: {_id: null, sum: {$sum: '$k'}, n: {$sum: 1}}}")))
            .first();
    return result != null
        && result.getNumber("sum").longValue() == 7
        && result.getNumber("n").longValue() == 2;
  }

  /**
   * Tests upserts with update operators and with an aggregation pipeline: a document is inserted,
   * left unchanged, changed.
   */
  private boolean upserts() {
    UpdateOptions upsert = new UpdateOptions().upsert(true);
    BsonDocument five = new BsonDocument("_id", new BsonInt32(5));
    BsonDocument set = BsonDocument.parse("{$set: {k: 1}, $setOnInsert: {n: 0}}");
    List<BsonDocument> add =
        List.of(
            BsonDocument.parse(
                "{$set: {k: {$cond: [{$eq: [{$type: '$k'}, 'missing']}, 7, {$add: ['$k', 1]}]},"
                    + " n: {$ifNull: ['$n', 3]}}}"));
    boolean told =
        scratch.updateOne(five, set, upsert).getUpsertedId() != null
            && scratch.updateOne(five, set, upsert).getModifiedCount() == 0
            && scratch.updateOne(five, add, upsert).getModifiedCount() == 1
            && scratch
                    .updateOne(new BsonDocument("_id", new BsonInt32(6)), add, upsert)
                    .getUpsertedId()
                != null;
    return told
        && scratch.countDocuments(BsonDocument.parse("{_id: 5, k: 2, n: 0}")) == 1
        && scratch.countDocuments(BsonDocument.parse("{_id: 6, k: 7, n: 3}")) == 1;
  }

  /** Tests that a change returns the document before it, and none if it has inserted one. */
  private boolean tells() {
    FindOneAndUpdateOptions upsert = new FindOneAndUpdateOptions().upsert(true);
    BsonDocument seven = new BsonDocument("_id", new BsonInt32(7));
    BsonDocument add = BsonDocument.parse("{$inc: {k: 1}}");
    return scratch.findOneAndUpdate(seven, add, upsert) == null
        && document(7, 1).equals(scratch.findOneAndUpdate(seven, add, upsert))
        && document(7, 2).equals(scratch.findOneAndUpdate(seven, add));
  }

  private boolean undoes() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction(TRANSACTION);
      scratch.insertOne(session, document(3, 5));
      session.abortTransaction();
      if (scratch.countDocuments(new BsonDocument("_id", new BsonInt32(3))) > 0) {
        return false;
      }
      session.startTransaction(TRANSACTION);
      scratch.insertOne(session, document(4, 6));
      session.commitTransaction();
      return scratch.countDocuments(new BsonDocument("_id", new BsonInt32(4))) == 1;
    }
  }

  private static BsonDocument document(int id, int k) {
    return new BsonDocument("_id", new BsonInt32(id)).append("k", new BsonInt32(k));
  }
}
