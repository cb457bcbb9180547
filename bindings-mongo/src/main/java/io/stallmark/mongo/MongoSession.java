package io.stallmark.mongo;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoDatabase;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.mongo.command.CommandRenderer;
import io.stallmark.mongo.command.CommandReply;
import io.stallmark.mongo.command.CommandRequest;
import io.stallmark.mongo.command.MongoCommand;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.RawBsonDocumentCodec;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A client's session. It is a logical session of the server where the server supports them. Each
 * command takes a connection from the client's pool.
 */
final class MongoSession implements Session {

  private final MongoDatabase database;
  private final MongoDatabase admin;
  private final @Nullable ClientSession session;
  private final Conventions conventions;
  private final MongoErrors errors;

  /**
   * Fields and options that the connection adds to commands.
   *
   * @param read fields of reads outside a transaction
   * @param write fields of writes outside a transaction
   * @param numbered whether writes carry a {@code txnNumber}, as retryable writes do
   * @param preference read preference of reads outside a transaction
   * @param capabilities capabilities of the server
   * @param transaction options of transactions; null: the server has no transactions
   */
  record Conventions(
      BsonDocument read,
      BsonDocument write,
      boolean numbered,
      ReadPreference preference,
      Set<Capability> capabilities,
      @Nullable TransactionOptions transaction) {}

  /**
   * Creates a session.
   *
   * @param session the driver's session; null: the server has no sessions
   */
  MongoSession(
      MongoDatabase database,
      MongoDatabase admin,
      @Nullable ClientSession session,
      Conventions conventions,
      MongoErrors errors) {
    this.database = database.withCodecRegistry(new Codecs(new CommandReply()));
    this.admin = admin;
    this.session = session;
    this.conventions = conventions;
    this.errors = errors;
  }

  /** The two codecs that a session needs; avoids the lookups of the general registry. */
  private record Codecs(CommandReply reply) implements CodecRegistry {

    private static final RawBsonDocumentCodec COMMANDS = new RawBsonDocumentCodec();

    @Override
    @SuppressWarnings("unchecked")
    public <T> Codec<T> get(Class<T> type) {
      return (Codec<T>) (type == CommandReply.class ? reply : COMMANDS);
    }

    @Override
    public <T> Codec<T> get(Class<T> type, CodecRegistry registry) {
      return get(type);
    }
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    try {
      check(op);
      MongoCommand command = CommandRenderer.render(op, MongoBinding.NAME);
      boolean write = command.isWrite();
      CommandRequest request =
          new CommandRequest(
              command,
              op,
              write ? conventions.write : conventions.read,
              conventions.numbered && session != null && command.isRetryable());
      return new MongoStatement(
          this, op, command, request, write ? ReadPreference.primary() : conventions.preference);
    } catch (RefusedException e) {
      throw new DbException(Kind.FATAL, "PREPARE", MongoErrors.oneLine(e.getMessage()), e);
    }
  }

  private void check(Op op) {
    if (op instanceof Op.Read read && read.forUpdate() && conventions.transaction == null) {
      throw new RefusedException(
          op.name() + " reads for update, but this server cannot roll back transactions");
    }
    if (op instanceof Op.Insert insert && !insert.onConflict().isEmpty()) {
      require(op, Capability.UPSERT);
    }
    if (!op.replaced().isEmpty()) {
      require(op, Capability.OLD_VALUES);
    }
  }

  private void require(Op op, Capability capability) {
    if (!conventions.capabilities.contains(capability)) {
      throw new RefusedException(
          op.name() + ": this server does not support " + capability.label() + " (tested)");
    }
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    if (table.indexes().isEmpty()) {
      return;
    }
    RawBsonDocument command =
        new RawBsonDocument(CommandRenderer.createIndexes(table), new BsonDocumentCodec());
    errors.check(
        errors.translated(
            () -> database.runCommand(command, ReadPreference.primary(), CommandReply.class)));
  }

  /** Makes a checkpoint, which writes the changed pages of all collections. */
  @Override
  public List<String> settle(Table table, BooleanSupplier ended) throws DbException {
    return errors.translated(() -> MongoCollections.checkpoint(admin))
        ? List.of()
        : List.of("fsync was not executed: the server refused it, or does not have it.");
  }

  @Override
  public void begin() throws DbException {
    if (session == null || conventions.transaction == null) {
      throw new DbException(
          Kind.FATAL, "NOTRANSACTION", "This server cannot roll back transactions (tested)");
    }
    session.startTransaction(conventions.transaction);
  }

  @Override
  public void commit() throws DbException {
    if (session == null) {
      return;
    }
    try {
      session.commitTransaction();
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  @Override
  public void rollback() throws DbException {
    if (session == null || !session.hasActiveTransaction()) {
      return;
    }
    try {
      session.abortTransaction(); // the driver ignores errors of the server
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }

  /** Sends a command in one round trip. The reply is valid until the next call. */
  CommandReply send(CommandRequest request, Args args, ReadPreference preference)
      throws DbException {
    try {
      CommandReply reply = send(session, request, args, preference);
      errors.check(reply);
      return reply;
    } catch (MongoException e) {
      throw errors.translate(e);
    }
  }

  private CommandReply send(
      @Nullable ClientSession session,
      CommandRequest request,
      Args args,
      ReadPreference preference) {
    if (session == null) {
      return database.runCommand(request.alone(args, 0), preference, CommandReply.class);
    }
    if (session.hasActiveTransaction()) {
      RawBsonDocument command = request.inTransaction(args);
      return database.runCommand(session, command, ReadPreference.primary(), CommandReply.class);
    }
    long number = request.isNumbered() ? session.getServerSession().advanceTransactionNumber() : 0;
    return database.runCommand(
        session, request.alone(args, number), preference, CommandReply.class);
  }
}
