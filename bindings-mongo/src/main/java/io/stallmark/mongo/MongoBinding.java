package io.stallmark.mongo;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.mongo.command.CommandRenderer;
import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.mongo.profile.ProfileFormat;
import io.stallmark.mongo.recording.MongodFormat;
import io.stallmark.mongo.wire.MongoWireProtocol;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.WireProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Binding for MongoDB and servers that use its protocol, with MongoDB's synchronous Java driver.
 */
public final class MongoBinding implements Binding {

  static final String NAME = "mongo";

  private static final String DRIVER = "mongodb-driver-sync";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> prefixes() {
    return List.of("mongodb:", "mongodb+srv:", EmbeddedMongo.URL);
  }

  @Override
  public String summary() {
    return "MongoDB, FerretDB and servers with the same protocol; embedded:mongo for trials";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.SUM,
        Capability.OBJECT_IDS,
        Capability.BSON,
        Capability.UPSERT,
        Capability.OLD_VALUES);
  }

  @Override
  public BindingOptions options() {
    return new BindingOptions(
        EmbeddedMongo.URL,
        Set.of(Tls.Mode.OFF, Tls.Mode.REQUIRED, Tls.Mode.VERIFY),
        Set.of(DRIVER),
        false,
        Set.of(CollectionStorage.COMPRESSOR, CollectionStorage.CLUSTERED),
        true);
  }

  @Override
  public Optional<WireProtocol> wireProtocol() {
    return Optional.of(
        new MongoWireProtocol(
            List.of(new MongodFormat(), ProfileFormat.FLASHBACK, ProfileFormat.PROFILER)));
  }

  @Override
  public void check(Target target) {
    if (target.url().startsWith(EmbeddedMongo.URL)) {
      EmbeddedMongo.check(target);
    } else {
      MongoUrl.check(target);
    }
  }

  @Override
  public Database open(Target target) throws DbException {
    check(target);
    if (!target.url().startsWith(EmbeddedMongo.URL)) {
      return MongoDb.open(MongoUrl.parse(target), null);
    }
    EmbeddedMongo server = EmbeddedMongo.start();
    try {
      return MongoDb.open(MongoUrl.parse(server.target(target)), server);
    } catch (DbException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public List<String> explain(Table table) {
    if (table.arrangement() instanceof TableLayout.Native) {
      return CollectionStorage.own(table).stream().map(BsonDocument::toJson).toList();
    }
    List<String> lines = new ArrayList<>();
    lines.add(CollectionStorage.of(table).create(table).toJson());
    if (!table.indexes().isEmpty()) {
      lines.add(CommandRenderer.createIndexes(table).toJson());
    }
    return lines;
  }

  @Override
  public List<String> boundaries() {
    return List.of("\"startTransaction\": true in the first command", "{\"commitTransaction\": 1}");
  }

  @Override
  public String explain(Op op) {
    return CommandRenderer.render(op, NAME).toJson();
  }
}
