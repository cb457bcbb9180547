package io.stallmark.mongo.command;

import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;

/**
 * Renders operations as the commands that the driver's CRUD methods would send. Where
 * tmcallaghan/sysbench-mongodb has the same operation, the command has the same form. All command
 * text is created here and in the renderers that this class calls.
 */
public final class CommandRenderer {

  private static final Pattern PARAMETER = Pattern.compile(":[A-Za-z_]\\w*");

  private CommandRenderer() {}

  /**
   * @param binding name under which an {@link Op.Native} has its text
   * @throws RefusedException when MongoDB cannot execute the operation exactly; the message says
   *     why
   */
  public static MongoCommand render(Op op, String binding) {
    if (op instanceof Op.Read read) {
      return ReadRenderer.read(read);
    }
    if (op instanceof Op.Insert insert) {
      return new WriteRenderer(insert.table()).insert(insert);
    }
    if (op instanceof Op.Update update) {
      return new WriteRenderer(update.table()).update(update);
    }
    if (op instanceof Op.Delete delete) {
      return new WriteRenderer(delete.table()).delete(delete);
    }
    return nativeText((Op.Native) op, binding);
  }

  private static MongoCommand nativeText(Op.Native op, String binding) {
    String text = op.texts().get(binding);
    if (text == null) {
      throw new RefusedException(op.name() + " has no text for the " + binding + " binding");
    }
    try {
      BsonDocument command = BsonDocument.parse(text);
      Set<String> declared = op.params().stream().map(Param::name).collect(Collectors.toSet());
      command.replaceAll((name, value) -> marked(op.name(), declared, value));
      List<ResultField> fields =
          op.columns().stream()
              .map(column -> new ResultField(column.name(), FieldType.of(column.type()), -1))
              .toList();
      return new MongoCommand(command, fields);
    } catch (JsonParseException e) {
      throw new RefusedException(
          op.name() + ": its text for the " + binding + " binding is not JSON: " + e.getMessage(),
          e);
    }
  }

  /** Replaces every string {@code ":name"} in the value with a slot. */
  private static BsonValue marked(String op, Set<String> declared, BsonValue value) {
    if (value instanceof BsonDocument document) {
      document.replaceAll((name, field) -> marked(op, declared, field));
    } else if (value instanceof BsonArray array) {
      array.replaceAll(field -> marked(op, declared, field));
    } else if (value instanceof BsonString string
        && PARAMETER.matcher(string.getValue()).matches()) {
      String param = string.getValue().substring(1);
      if (!declared.contains(param)) {
        throw new RefusedException(op + " declares no parameter " + param);
      }
      return BsonSlot.value(param);
    }
    return value;
  }

  /**
   * Returns the command that creates a table's secondary indexes. Their names are MongoDB's default
   * names, such as {@code k_1}.
   */
  public static BsonDocument createIndexes(Table table) {
    DocumentFields fields = new DocumentFields(table);
    BsonArray indexes = new BsonArray();
    for (Index index : table.indexes()) {
      BsonDocument key = fields.key(index);
      BsonDocument definition =
          new BsonDocument("key", key)
              .append("name", new BsonString(String.join("_1_", key.keySet()) + "_1"));
      if (index.unique()) {
        definition.append("unique", BsonBoolean.TRUE);
      }
      indexes.add(definition);
    }
    return new BsonDocument("createIndexes", new BsonString(table.name()))
        .append("indexes", indexes);
  }
}
