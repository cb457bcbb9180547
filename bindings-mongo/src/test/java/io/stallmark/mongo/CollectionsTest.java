package io.stallmark.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.stallmark.model.Table;
import io.stallmark.mongo.command.Ops;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.server.TableState;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collections that others made, on the server in this JVM. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CollectionsTest {

  private static final String DOCUMENT = "{_id: 1, k: 2, c: 'c', pad: 'p'}";

  private final EmbeddedMongo server = EmbeddedMongo.start();
  private final MongoClient client =
      MongoClients.create(
          server.target(new Target(EmbeddedMongo.URL, null, null, Tls.UNSAID, 1)).url());
  private final MongoDatabase database = client.getDatabase("sbtest");
  private final MongoCollections collections =
      new MongoCollections(database, new MongoErrors("here", client::getClusterDescription));

  @AfterAll
  void close() {
    client.close();
    server.close();
  }

  @BeforeEach
  void drop() throws DbException {
    collections.drop(Ops.TABLE);
  }

  private void run(String command) {
    BsonDocument said = database.runCommand(BsonDocument.parse(command), BsonDocument.class);
    assertThat(said.containsKey("writeErrors")).as(said.toJson()).isFalse();
  }

  private void insert(String document) {
    run("{insert: 'sbtest1', documents: [" + document + "]}");
  }

  private void index(String key, String options) {
    run("{createIndexes: 'sbtest1', indexes: [{key: " + key + ", name: 'x'" + options + "}]}");
  }

  private String difference() throws DbException {
    TableState state = collections.inspect(Ops.TABLE);
    return state instanceof TableState.Different different
        ? different.difference()
        : state instanceof TableState.Mistyped mistyped ? mistyped.row() : "";
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{k: 1}       |                 | \"\"",
        "{k: 1.0}     |                 | \"\"",
        "{k: 1}       | , unique: false | \"\"",
        "{k: 1}       | , unique: true  | has an index on k that is unique",
        "{k: -1}      |                 | has no index k_1 on k",
        "{k: 1, c: 1} |                 | has no index k_1 on k"
      })
  void indexes_areTheSame_byKeyAndUniqueness_notByName(String key, String options, String found)
      throws DbException {
    insert(DOCUMENT);
    index(key, options == null ? "" : options);
    assertThat(difference()).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{_id: 1, k: 2, c: 'c', pad: 'p'}             | \"\"",
        "{pad: 'p', c: 'c', k: 2, _id: 1}             | \"\"",
        "{_id: {$numberLong: '1'}, k: 2, c: '', pad: ''} | \"\"",
        "{_id: 1, k: 2, c: 'c'}                       | has no field pad",
        "{_id: 1, k: '2', c: 'c', pad: 'p'}           | has a field k of BSON type STRING",
        "{_id: 1, k: 2.5, c: 'c', pad: 'p'}           | has a field k of BSON type DOUBLE",
        "{_id: 1, k: null, c: 'c', pad: 'p'}          | has a field k of BSON type NULL",
        "{k: 2, c: 'c', pad: 'p'}                     | has a field _id of BSON type OBJECT_ID"
      })
  void documents_areTakenByTheirFields(String document, String found) throws DbException {
    insert(document);
    index("{k: 1}", "");
    if (found.isEmpty()) {
      assertThat(difference()).isEmpty();
    } else {
      assertThat(difference()).startsWith("A document of sbtest1 with {\"_id\": ").contains(found);
    }
  }

  @Test
  void whatWasLookedAt_isCounted_untilItIsDropped() throws DbException {
    List<Table> tables = List.of(Ops.TABLE);
    assertThat(collections.storage(tables)).isEmpty();
    insert(DOCUMENT);
    index("{k: 1}", "");
    assertThat(difference()).isEmpty();
    assertThat(collections.storage(tables))
        .containsExactly("block_compressor=unknown, clustered=false (1)");
    assertThat(collections.storage(List.of())).as("those of a run").isEmpty();
    collections.drop(Ops.TABLE);
    assertThat(collections.storage(tables)).isEmpty();
  }

  @Test
  void aCollectionThatIsThere_isNotCreatedAgain() {
    insert(DOCUMENT);
    assertThatThrownBy(() -> collections.create(Ops.TABLE))
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL));
  }

  @Test
  void aStorageOptionOfAnotherDatabase_isRefused() {
    assertThatThrownBy(() -> collections.inspect(Ops.TABLE.withStorage(Map.of("engine", "InnoDB"))))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("no storage option engine");
  }

  @Test
  void countersThatTellNothing_areRefused() throws DbException {
    try (var open =
            new MongoBinding().open(new Target(EmbeddedMongo.URL, null, null, Tls.UNSAID, 1));
        var counters = open.counters()) {
      assertThatThrownBy(counters::read)
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL))
          .hasMessage("serverStatus has no data about the engine");
    }
  }
}
