package io.stallmark.mongo.connect;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import io.stallmark.mongo.command.CommandReply;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Translates exceptions of the driver and errors in replies to {@link DbException}s. The codes are
 * those of the server's {@code error_codes.yml}.
 */
public final class MongoErrors {

  /** LockTimeout, CursorNotFound, LockBusy, WriteConflict, NoSuchTransaction. */
  private static final Set<Integer> RETRY = Set.of(24, 43, 46, 112, 251);

  private static final Set<Integer> DUPLICATE = Set.of(11000, 11001, 12582);

  /** Unauthorized, AuthenticationFailed, AtlasError at login. */
  private static final Set<Integer> REFUSED = Set.of(13, 18, 8000);

  /**
   * Host unreachable, shutting down, no primary, recovering: the codes that the retryable writes
   * specification treats as a lost node.
   */
  private static final Set<Integer> LOST =
      Set.of(6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436);

  private static final String UNKNOWN_COMMIT = "UnknownTransactionCommitResult";

  private static final Pattern ECHO = Pattern.compile(" to execute command \\{ *(\\w+):.*");
  private static final int MOST = 300;

  private final String endpoint;
  private final Supplier<ClusterDescription> cluster;

  /**
   * @param endpoint name of the server in messages
   * @param cluster supplies the driver's current description of the cluster
   */
  public MongoErrors(String endpoint, Supplier<ClusterDescription> cluster) {
    this.endpoint = endpoint;
    this.cluster = cluster;
  }

  /** Throws the write error or write concern error of a reply, if it has one. */
  public void check(CommandReply reply) throws DbException {
    BsonDocument write = reply.writeError();
    if (write != null) {
      throw reported(write);
    }
    BsonDocument concern = reply.writeConcernError();
    if (concern != null) {
      throw reported(concern);
    }
  }

  /**
   * Creates the exception for an error in a reply. The driver does not throw for such errors, so
   * the server's reply becomes the cause.
   */
  private static DbException reported(BsonDocument error) {
    return server(error, new MongoException(error.getNumber("code").intValue(), error.toJson()));
  }

  /** A call of the driver. */
  public interface Call<T extends @Nullable Object> {
    T run() throws DbException;
  }

  /** Calls the driver and translates its exceptions. */
  public <T extends @Nullable Object> T translated(Call<T> call) throws DbException {
    try {
      return call.run();
    } catch (MongoException e) {
      throw translate(e);
    }
  }

  public DbException translate(MongoException e) {
    if (e instanceof MongoSecurityException) {
      return refused(e);
    }
    // When the login of another thread fails, a thread that waits for a connection gets the
    // exception of a cleared pool.
    if (e instanceof MongoConnectionPoolClearedException
        && e.getCause() instanceof MongoException login
        && (login instanceof MongoSecurityException || REFUSED.contains(login.getCode()))) {
      return refused(login);
    }
    if (isLost(e)) {
      return new DbException(Kind.CONNECTION, word(e), lost(e), e);
    }
    if (e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
      return new DbException(Kind.RETRY, code(e.getCode()), message(e), e);
    }
    if (e.hasErrorLabel(UNKNOWN_COMMIT)) {
      // A second attempt could apply the transaction twice; only the caller can decide.
      return new DbException(
          Kind.FATAL, code(e.getCode()), "The result of the commit is unknown: " + message(e), e);
    }
    if (e instanceof MongoCommandException command) {
      BsonDocument response = command.getResponse();
      return server(
          new BsonDocument("code", new BsonInt32(e.getCode()))
              .append("errmsg", new BsonString(message(e)))
              .append("codeName", response.get("codeName", new BsonString(""))),
          e);
    }
    return new DbException(
        Kind.FATAL, e.getCode() > 0 ? code(e.getCode()) : word(e), message(e), e);
  }

  private static DbException server(BsonDocument error, MongoException cause) {
    int code = error.getNumber("code", new BsonInt32(0)).intValue();
    String message = oneLine(error.getString("errmsg", new BsonString("no message")).getValue());
    Kind kind = Kind.FATAL;
    if (DUPLICATE.contains(code)) {
      kind = Kind.DUPLICATE_KEY;
    } else if (RETRY.contains(code)) {
      kind = Kind.RETRY;
    } else if (LOST.contains(code)) {
      kind = Kind.CONNECTION;
    } else if (REFUSED.contains(code)) {
      kind = Kind.REFUSED;
    }
    return new DbException(kind, code(code), message, cause);
  }

  private static boolean isLost(MongoException e) {
    return e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || e instanceof MongoNotPrimaryException
        || e instanceof MongoNodeIsRecoveringException
        || e instanceof MongoServerUnavailableException
        || e instanceof MongoConnectionPoolClearedException
        || e instanceof MongoInterruptedException;
  }

  private DbException refused(MongoException e) {
    Throwable cause = e.getCause();
    if (cause instanceof MongoException inner && isLost(inner)) {
      return new DbException(Kind.CONNECTION, word(inner), lost(inner), e);
    }
    MongoException said = cause instanceof MongoException inner ? inner : e;
    String reason = message(said);
    return new DbException(
        Kind.REFUSED,
        said.getCode() > 0 ? code(said.getCode()) : word(said),
        endpoint + " refuses the login: " + reason + " Check user, password and authSource.",
        e);
  }

  private String lost(MongoException e) {
    // The driver's message for this timeout is a long dump of its state. Other timeouts are those
    // of the pool.
    if (e instanceof MongoTimeoutException
        && (!ServerContact.isMade(cluster.get()) || message(e).contains("server that matches"))) {
      return ServerContact.describe(cluster.get());
    }
    String message = endpoint + ": " + message(e);
    return e.getCause() == null ? message : message + " (" + ServerContact.reason(e) + ")";
  }

  /** Returns the exception for the case that no server has answered. */
  public DbException unreachable() {
    return new DbException(
        Kind.CONNECTION, "Unreachable", ServerContact.describe(cluster.get()), cause());
  }

  private @Nullable Throwable cause() {
    return cluster.get().getServerDescriptions().stream()
        .map(ServerDescription::getException)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static String message(MongoException e) {
    return oneLine(
        e instanceof MongoCommandException command ? command.getErrorMessage() : e.getMessage());
  }

  /**
   * Returns the text as one line of limited length, without the server's echo of the command, which
   * can be long.
   */
  public static String oneLine(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return "no message";
    }
    String line = DbException.oneLine(text);
    line = ECHO.matcher(line).replaceFirst(" to execute $1");
    return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
  }

  private static String code(int code) {
    return "E" + code;
  }

  /**
   * Returns the name of the exception class without its common parts: MongoSocketReadException →
   * SocketRead.
   */
  private static String word(MongoException e) {
    return e.getClass() == MongoClientException.class
        ? "Client"
        : e.getClass().getSimpleName().replaceFirst("^Mongo", "").replaceFirst("Exception$", "");
  }
}
