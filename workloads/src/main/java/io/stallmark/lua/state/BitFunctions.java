package io.stallmark.lua.state;

import io.stallmark.lua.sql.LuaCall;
import io.stallmark.text.Text;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** LuaJIT's library {@code bit}: numbers are 32 bits with a sign. */
final class BitFunctions {

  private static final int MOST_DIGITS = 8;

  private BitFunctions() {}

  static LuaTable table() {
    LuaTable bit = new LuaTable();
    unary(bit, "tobit", a -> a);
    unary(bit, "bnot", a -> ~a);
    unary(bit, "bswap", Integer::reverseBytes);
    binary(bit, "band", (a, b) -> a & b);
    binary(bit, "bor", (a, b) -> a | b);
    binary(bit, "bxor", (a, b) -> a ^ b);
    binary(bit, "lshift", (a, b) -> a << b);
    binary(bit, "rshift", (a, b) -> a >>> b);
    binary(bit, "arshift", (a, b) -> a >> b);
    binary(bit, "rol", Integer::rotateLeft);
    binary(bit, "ror", Integer::rotateRight);
    LuaCall.add(
        bit,
        "tohex",
        args -> LuaValue.valueOf(hex(bits(args.arg1()), args.optint(2, MOST_DIGITS))));
    return bit;
  }

  /** Returns the lowest 32 bits of a number, as LuaJIT converts it. */
  private static int bits(LuaValue value) {
    return (int) Math.round(Math.rint(value.checkdouble()));
  }

  private static String hex(int bits, int digits) {
    int count = Math.min(Math.abs(digits), MOST_DIGITS);
    String all = Text.format(digits < 0 ? "%08X" : "%08x", bits);
    return all.substring(MOST_DIGITS - count);
  }

  private static void unary(LuaTable to, String name, IntUnaryOperator operator) {
    LuaCall.add(to, name, args -> LuaValue.valueOf(operator.applyAsInt(bits(args.checkvalue(1)))));
  }

  private static void binary(LuaTable to, String name, IntBinaryOperator operator) {
    LuaCall.add(
        to,
        name,
        args -> {
          int result = bits(args.checkvalue(1));
          for (int i = 2; i <= args.narg(); i++) {
            result = operator.applyAsInt(result, bits(args.arg(i)));
          }
          return LuaValue.valueOf(result);
        });
  }
}
