package io.stallmark.mongo;

import com.mongodb.ReadPreference;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.mongo.command.CommandReply;
import io.stallmark.mongo.command.CommandRequest;
import io.stallmark.mongo.command.DocumentRow;
import io.stallmark.mongo.command.MongoCommand;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A command compiled for a session. Each further batch of its result takes one more round trip. */
final class MongoStatement implements Statement {

  private static final Op MORE =
      new Op.Native("getMore", List.of(new Param("cursor", Type.INT64)), Map.of());

  private final MongoSession session;
  private final CommandRequest request;
  private final ReadPreference preference;
  private final boolean write;
  private final boolean upsert;
  private final boolean tells;
  private Outcome outcome = Outcome.UNCHANGED;
  private final boolean counts;
  private final DocumentRow row;
  private final CommandRequest more;
  private final Args cursor = Args.of(MORE);

  MongoStatement(
      MongoSession session,
      Op op,
      MongoCommand command,
      CommandRequest request,
      ReadPreference preference) {
    this.session = session;
    this.request = request;
    this.preference = preference;
    write = command.isWrite();
    upsert = op instanceof Op.Insert insert && !insert.onConflict().isEmpty();
    tells =
        !op.replaced().isEmpty()
            || (op instanceof Op.Native && command.name().equals("findAndModify"));
    counts = command.counts();
    row = new DocumentRow(command);
    MongoCommand getMore = command.getMore("cursor");
    more = new CommandRequest(getMore, MORE, new BsonDocument(), false);
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      CommandReply reply = session.send(request, args, preference);
      if (!write || tells) {
        return rows(reply, sink);
      }
      if (!upsert) {
        return reply.affected();
      }
      Outcome present = reply.affected() > 0 ? Outcome.CHANGED : Outcome.UNCHANGED;
      outcome = reply.isUpserted() ? Outcome.INSERTED : present;
      return outcome == Outcome.UNCHANGED ? 0 : 1;
    } catch (DbException e) {
      // Another session has inserted the document between the query and the insert of an upsert.
      throw upsert && e.kind() == Kind.DUPLICATE_KEY
          ? new DbException(Kind.RETRY, e.code(), String.valueOf(e.getMessage()), e)
          : e;
    } catch (RefusedException e) { // a document with its values is too large
      throw new DbException(Kind.FATAL, "10334", String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Outcome outcome() {
    return upsert && !tells ? outcome : Statement.super.outcome();
  }

  private long rows(CommandReply first, @Nullable RowSink sink) throws DbException {
    long rows = first.rows(row, sink);
    for (CommandReply reply = first; reply.cursor() != 0; ) {
      cursor.set(0, reply.cursor());
      reply = session.send(more, cursor, preference);
      rows += reply.rows(row, sink);
    }
    if (rows > 0 || !counts) {
      return rows;
    }
    if (sink != null) {
      row.turnToZero(); // an aggregation over no documents returns no document
      sink.row(row);
    }
    return 1;
  }
}
