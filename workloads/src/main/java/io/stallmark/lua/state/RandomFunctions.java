package io.stallmark.lua.state;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.data.Special;
import io.stallmark.data.Zipfian;
import io.stallmark.lua.sql.LuaCall;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** sysbench's random numbers, from the generator of the client. */
public final class RandomFunctions {

  private static final long UNSIGNED = 0xffffffffL;

  private final Rng rng;
  private final LuaOptions options;
  private final IntSupplier unique;

  /** Creates a distribution over a range. */
  private interface Maker {
    Distribution between(long low, long high);
  }

  /**
   * @param unique numbers that no other client gets
   */
  RandomFunctions(Rng rng, LuaOptions options, IntSupplier unique) {
    this.rng = rng;
    this.options = options;
    this.unique = unique;
  }

  /** Returns {@code sysbench.rand}. */
  LuaTable table() {
    LuaTable rand = new LuaTable();
    LuaCall.add(
        rand,
        "uniform",
        args -> number(uniform(args.checklong(1) & UNSIGNED, args.checklong(2) & UNSIGNED)));
    rand.set("special", ranged("special"));
    rand.set("gaussian", ranged("gaussian"));
    rand.set("pareto", ranged("pareto"));
    rand.set("zipfian", ranged("zipfian"));
    String usual = options.general("rand_type");
    if (rand.get(usual).isnil()) {
      throw new LuaError(
          "--rand-type=" + usual + ": there is special, uniform, gaussian, pareto and zipfian");
    }
    rand.set("default", rand.get(usual));
    LuaCall.add(rand, "unique", args -> number(unique.getAsInt() & UNSIGNED));
    LuaCall.add(rand, "uniform_double", args -> LuaValue.valueOf(rng.nextDouble()));
    LuaCall.refuse(
        rand,
        "uniform_uint64",
        "sysbench.rand.uniform_uint64 is not supported: its numbers are ffi");
    LuaCall.add(rand, "string", args -> text(args.checkstring(1), rng));
    LuaCall.add(rand, "varstring", this::variable);
    return rand;
  }

  private LuaValue ranged(String type) {
    return LuaCall.add(new LuaTable(), type, new Ranged(maker(type))).get(type);
  }

  private Maker maker(String type) {
    int draws = options.generalInteger("rand_spec_iter");
    return switch (type) {
      case "gaussian" -> (low, high) -> Distribution.gaussian(low, high, draws);
      case "pareto" ->
          (low, high) -> Distribution.pareto(low, high, options.generalReal("rand_pareto_h"));
      case "zipfian" ->
          (low, high) -> new Zipfian(low, high, options.generalReal("rand_zipfian_exp"));
      default ->
          (low, high) ->
              new Special(
                  low,
                  high,
                  draws,
                  options.generalInteger("rand_spec_pct"),
                  options.generalInteger("rand_spec_res"));
    };
  }

  /** Draws from a distribution over the range of the call; mostly it is that of the call before. */
  private final class Ranged implements Function<Varargs, Varargs> {

    private final Maker maker;
    private long low = 1;
    private long high;
    private Distribution distribution = any -> 0;

    Ranged(Maker maker) {
      this.maker = maker;
    }

    @Override
    public Varargs apply(Varargs args) {
      long from = args.checklong(1) & UNSIGNED;
      long to = args.checklong(2) & UNSIGNED;
      if (from > to) {
        return number(uniform(from, to));
      }
      if (from != low || to != high) {
        distribution = maker.between(from, to);
        low = from;
        high = to;
      }
      return number(distribution.next(rng));
    }
  }

  /** As C's unsigned integers of 32 bits, also where the range is the wrong way round. */
  private long uniform(long low, long high) {
    return low + (long) (rng.nextDouble() * ((high - low + 1) & UNSIGNED));
  }

  private static LuaValue number(long value) {
    return LuaValue.valueOf((double) value);
  }

  private Varargs variable(Varargs args) {
    long least = args.checklong(1);
    long most = args.checklong(2);
    if (least > most || most <= 0) {
      throw new LuaError("assertion failed!");
    }
    byte[] text = new byte[(int) rng.uniform(least, most)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) rng.uniform('0', 'z');
    }
    return LuaString.valueOf(text);
  }

  /** Returns a text with a digit for each {@code #} and a letter for each {@code @}. */
  public static LuaString text(LuaString format, Rng rng) {
    byte[] text = new byte[format.length()];
    for (int i = 0; i < text.length; i++) {
      int character = format.luaByte(i);
      text[i] =
          (byte)
              (character == '#'
                  ? rng.uniform('0', '9')
                  : character == '@' ? rng.uniform('a', 'z') : character);
    }
    return LuaString.valueOf(text);
  }
}
