package io.stallmark.it.servers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.model.Op;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MongoDB 6.0, both layouts. */
final class MongoReplicaSetGraphIT extends GraphJobContract {
  @Override
  Server start() {
    return SharedServer.MONGO.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "layout=keys", "layout=object-ids index=before", "random-id2=9223372036854775807");
  }

  @Override
  List<String> loads() {
    return List.of(
        "layout=keys",
        "layout=object-ids index=before fidelity=as-coded",
        "layout=object-ids index=after");
  }

  private static Op spoil(String table, String query, String change) {
    String text =
        String.format(
            Locale.ROOT, "{'update': '%s', 'updates': [{'q': %s, 'u': %s}]}", table, query, change);
    return new Op.Native("spoil", List.of(), Map.of("mongo", text));
  }

  @Test
  void documentsThatDifferFromTheirDeclaration_areFindings() throws Exception {
    String settings = "ids=300 max-degree=300";
    succeeds("load", settings, "--threads", "2");
    try {
      execute(spoil("linktable", "{id1: {$gt: 100}}", "{$set: {link_type: {$numberLong: '5'}}}"));
      execute(spoil("linktable", "{link_type: {$ne: 5}}", "{$set: {more: 1}}"));
      execute(spoil("counttable", "{id: {$gt: 100}}", "[{$set: {count: {$toDouble: '$count'}}}]"));
      execute(spoil("nodetable", "{_id: 7}", "{$unset: {data: 1}}"));
      execute(
          new Op.Native(
              "insert",
              List.of(),
              Map.of("mongo", "{insert: 'nodetable', documents: [{_id: 77.5, type: 2048}]}")));
      Program.Result verified = call("verify", settings);
      assertThat(verified.exit()).as(verified.err()).isEqualTo(1);
      assertThat(verified.out())
          .containsPattern("A document of linktable with .* has an _id that is not made of")
          .containsPattern("A document of linktable with .* has a field more, which is not decl")
          .containsPattern("A document of counttable with .* has a field count of BSON type DOUBLE")
          .contains("A document of nodetable with {\"_id\": 7} has no field data")
          .contains("A document of nodetable with {\"_id\": 77.5} has a field _id of BSON type");
    } finally {
      succeeds("drop", settings, "--yes");
    }
  }

  @Thorough
  @Test
  void loadsThatWereHeldUp_doNoHarmToTheOneThatTookOver() throws Exception {
    heldUpLoads("ids=60000 max-degree=100000");
  }
}
