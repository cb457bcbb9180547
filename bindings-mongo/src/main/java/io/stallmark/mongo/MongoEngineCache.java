package io.stallmark.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.Text;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** WiredTiger's cache, which can be resized while the server runs. */
record MongoEngineCache(MongoClient client, MongoErrors errors) implements Database.Cache {

  private static final BsonDocument STATUS = new BsonDocument("serverStatus", new BsonInt32(1));
  private static final double GIB = 1024.0 * 1024 * 1024;

  /**
   * Returns the cache; empty: the server does not use WiredTiger, or the user is not authorized to
   * read its status.
   */
  static Optional<Database.Cache> of(MongoClient client, MongoErrors errors) throws DbException {
    MongoEngineCache cache = new MongoEngineCache(client, errors);
    try {
      return cache.configured().isPresent() ? Optional.of(cache) : Optional.empty();
    } catch (MongoCommandException e) {
      return Optional.empty();
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  private OptionalLong configured() {
    BsonDocument status = client.getDatabase("admin").runCommand(STATUS, BsonDocument.class);
    return AdminCommands.number(status, "wiredTiger", "cache", "maximum bytes configured");
  }

  @Override
  public String name() {
    return "wiredTigerCacheSize";
  }

  @Override
  public long bytes() throws DbException {
    return errors.translated(() -> configured().orElse(0));
  }

  /**
   * Changes the configured size. Eviction then reduces the content to the new size shortly
   * afterwards.
   */
  @Override
  public void resize(long bytes) throws DbException {
    BsonDocument command =
        new BsonDocument("setParameter", new BsonInt32(1))
            .append("wiredTigerEngineRuntimeConfig", new BsonString("cache_size=" + bytes));
    try {
      client.getDatabase("admin").runCommand(command);
    } catch (MongoCommandException e) {
      DbException error = errors.translate(e);
      if (error.kind() == Kind.CONNECTION) {
        throw error;
      }
      throw refused(bytes, error.code(), MongoErrors.oneLine(e.getErrorMessage()), e);
    } catch (MongoException e) {
      throw errors.translate(e);
    }
    if (bytes() > bytes) {
      throw refused(bytes, "cache", "it stays at " + bytes(), null);
    }
  }

  private static DbException refused(
      long bytes, String code, String why, @Nullable MongoException cause) {
    return new DbException(
        Kind.REFUSED,
        code,
        Text.format(
            "WiredTiger's cache cannot be made %d bytes: %s; start the server with --wiredTigerCacheSizeGB %s",
            bytes, why, Math.max(0.25, Math.floor(bytes / GIB * 100) / 100)),
        cause);
  }
}
