package io.stallmark.lua.sql;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Session.TextStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** A prepared statement of a script. */
final class LuaStatement extends LuaTable {

  private static final LuaTable METHODS = methods();
  private static final LuaTable PARAMETER_METHODS = Parameter.methods();

  private final LuaConnection connection;
  private final TextStatement statement;
  private final Op.Native as;
  private final String words;
  private final Args args;
  private final List<Parameter> parameters = new ArrayList<>();
  private boolean closed;

  LuaStatement(LuaConnection connection, TextStatement statement, Op.Native as, String words) {
    this.connection = connection;
    this.statement = statement;
    this.as = as;
    this.words = words;
    args = Args.of(as);
    setmetatable(METHODS);
  }

  private static LuaTable methods() {
    LuaTable all = new LuaTable();
    LuaCall.add(all, "bind_create", args -> of(args).create(args.checkint(2), args.arg(3)));
    LuaCall.add(all, "bind_param", args -> of(args).bind(args));
    LuaCall.add(all, "execute", args -> of(args).execute());
    LuaCall.add(all, "close", args -> of(args).close());
    LuaCall.add(all, "next_result", args -> NIL);
    LuaTable meta = new LuaTable();
    meta.set(INDEX, all);
    return meta;
  }

  private static LuaStatement of(Varargs args) {
    if (args.arg1() instanceof LuaStatement statement) {
      return statement;
    }
    throw new LuaError("a method of a statement is called without it: write stmt:execute()");
  }

  private Parameter create(int type, LuaValue most) {
    Form form = Form.of(type);
    if (form == Form.TEXT && most.isnil()) {
      throw new LuaError("bind_create() of a text needs its greatest length");
    }
    return new Parameter(form, most.optint(0), connection);
  }

  private LuaValue bind(Varargs given) {
    parameters.clear();
    for (int i = 2; i <= given.narg(); i++) {
      if (!(given.arg(i) instanceof Parameter parameter)) {
        throw new LuaError("bind_param() takes what bind_create() returns");
      }
      parameters.add(parameter);
    }
    return ZERO;
  }

  private LuaValue execute() {
    if (closed) {
      throw new LuaError("the statement is closed");
    }
    if (parameters.size() != as.params().size()) {
      throw new LuaError(
          "the statement has " + as.params().size() + " parameters, not " + parameters.size());
    }
    for (int i = 0; i < parameters.size(); i++) {
      parameters.get(i).write(args, i);
    }
    return connection.execute(statement, as, words, args);
  }

  /** Closes the statement; does nothing if it is closed. */
  LuaValue close() {
    if (!closed) {
      closed = true;
      statement.close();
    }
    return ZERO;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isOn(LuaConnection given) {
    return connection.equals(given);
  }

  /** How the values of a parameter are sent. */
  private enum Form {
    WHOLE,
    REAL,
    TEXT;

    private static final int LAST_WHOLE = 4; // BIGINT
    private static final int LAST_REAL = 6; // DOUBLE
    private static final int FIRST_TEXT = 11; // CHAR
    private static final int LAST_TEXT = 12; // VARCHAR

    static Form of(int type) {
      if (type >= 1 && type <= LAST_WHOLE) {
        return WHOLE;
      } else if (type > LAST_WHOLE && type <= LAST_REAL) {
        return REAL;
      } else if (type >= FIRST_TEXT && type <= LAST_TEXT) {
        return TEXT;
      }
      throw new LuaError("Unsupported argument type: " + type);
    }
  }

  /** A parameter with its value. */
  private static final class Parameter extends LuaTable {

    private final Form form;
    private final int most;
    private final LuaConnection connection;
    private LuaValue value;

    Parameter(Form form, int most, LuaConnection connection) {
      this.form = form;
      this.most = most;
      this.connection = connection;
      value = form == Form.TEXT ? EMPTYSTRING : ZERO;
      setmetatable(PARAMETER_METHODS);
    }

    private static LuaTable methods() {
      LuaTable all = new LuaTable();
      LuaCall.add(all, "set", args -> of(args).set(args.arg(2)));
      LuaCall.add(all, "set_rand_str", args -> of(args).random(args.checkstring(2)));
      LuaTable meta = new LuaTable();
      meta.set(INDEX, all);
      return meta;
    }

    private static Parameter of(Varargs args) {
      if (args.arg1() instanceof Parameter parameter) {
        return parameter;
      }
      throw new LuaError("set() is called without a parameter: write param:set(value)");
    }

    private LuaValue set(LuaValue given) {
      value = given.isnil() ? NIL : form == Form.TEXT ? given.checkstring() : given.checknumber();
      return NONE;
    }

    private LuaValue random(LuaString format) {
      if (form != Form.TEXT) {
        throw new LuaError("Unsupported argument type");
      }
      value = connection.random(format);
      return NONE;
    }

    private void write(Args args, int slot) {
      if (value.isnil()) {
        args.setNull(slot);
      } else if (form == Form.WHOLE) {
        args.set(slot, value.tolong());
      } else if (form == Form.REAL) {
        args.setReal(slot, value.todouble());
      } else {
        LuaString text = value.checkstring();
        int length = Math.min(most, text.length());
        byte[] bytes =
            text.m_offset == 0
                ? text.m_bytes
                : Arrays.copyOfRange(text.m_bytes, text.m_offset, text.m_offset + length);
        args.setText(slot, bytes, length);
      }
    }
  }
}
