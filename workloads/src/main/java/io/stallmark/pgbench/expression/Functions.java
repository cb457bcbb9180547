package io.stallmark.pgbench.expression;

import io.stallmark.data.Rng;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;

/** The functions of pgbench, by name. */
final class Functions {

  private static final int ANY = Integer.MAX_VALUE;
  private static final Functions ALL = new Functions();

  private final Map<String, Function> functions = new LinkedHashMap<>();

  /** Computes a result of arguments that are not NULL. */
  @FunctionalInterface
  private interface Body {
    void apply(ScriptValue[] arguments, ScriptValue into, Rng rng) throws EvaluationException;
  }

  /**
   * A function.
   *
   * @param seeded whether the variable {@link Variables#DEFAULT_SEED} stands for the last argument
   * @param bodies creates what a call computes with
   */
  private record Function(int least, int most, boolean seeded, Supplier<Body> bodies) {}

  /** One of the random functions with a parameter. */
  @FunctionalInterface
  private interface Draw {
    long draw(Rng rng, long least, long most, double parameter) throws EvaluationException;
  }

  private Functions() {
    add("abs", 1, 1, Functions::abs);
    add("debug", 1, 1, (arguments, into, rng) -> into.copy(arguments[0]));
    add("double", 1, 1, (arguments, into, rng) -> into.set(arguments[0].toReal()));
    add("int", 1, 1, (arguments, into, rng) -> into.set(arguments[0].toInteger()));
    real("exp", StrictMath::exp);
    real("ln", StrictMath::log);
    real("sqrt", Math::sqrt);
    add("pi", 0, 0, (arguments, into, rng) -> into.set(Math.PI));
    Body power =
        (arguments, into, rng) ->
            into.set(StrictMath.pow(arguments[0].toReal(), arguments[1].toReal()));
    add("pow", 2, 2, power);
    add("power", 2, 2, power);
    add(
        "mod",
        2,
        2,
        (arguments, into, rng) ->
            into.set(BinaryOperator.modulo(arguments[0].toInteger(), arguments[1].toInteger())));
    add("least", 1, ANY, (arguments, into, rng) -> extreme(arguments, into, -1));
    add("greatest", 1, ANY, (arguments, into, rng) -> extreme(arguments, into, 1));
    hash("hash", Hashes::murmur2);
    hash("hash_fnv1a", Hashes::fnv1a);
    hash("hash_murmur2", Hashes::murmur2);
    functions.put("permute", new Function(2, 3, true, Functions::permute));
    add(
        "random",
        2,
        2,
        (arguments, into, rng) ->
            into.set(
                RandomNumbers.uniform(rng, arguments[0].toInteger(), arguments[1].toInteger())));
    random("random_exponential", RandomNumbers::exponential);
    random("random_gaussian", RandomNumbers::gaussian);
    random("random_zipfian", RandomNumbers::zipfian);
  }

  private void add(String name, int least, int most, Body body) {
    functions.put(name, new Function(least, most, false, () -> body));
  }

  private void real(String name, DoubleUnaryOperator operator) {
    add(
        name,
        1,
        1,
        (arguments, into, rng) -> into.set(operator.applyAsDouble(arguments[0].toReal())));
  }

  private void hash(String name, LongBinaryOperator operator) {
    Body body =
        (arguments, into, rng) ->
            into.set(operator.applyAsLong(arguments[0].toInteger(), arguments[1].toInteger()));
    functions.put(name, new Function(1, 2, true, () -> body));
  }

  private void random(String name, Draw draw) {
    add(
        name,
        3,
        3,
        (arguments, into, rng) ->
            into.set(
                draw.draw(
                    rng,
                    arguments[0].toInteger(),
                    arguments[1].toInteger(),
                    arguments[2].toReal())));
  }

  private static void abs(ScriptValue[] arguments, ScriptValue into, Rng rng)
      throws EvaluationException {
    if (arguments[0].isReal()) {
      into.set(Math.abs(arguments[0].toReal()));
    } else {
      into.set(Math.abs(arguments[0].toInteger()));
    }
  }

  /** All are doubles if one is. */
  private static void extreme(ScriptValue[] arguments, ScriptValue into, int sign)
      throws EvaluationException {
    boolean real = false;
    for (ScriptValue each : arguments) {
      real |= each.isReal();
    }
    if (real) {
      double found = arguments[0].toReal();
      for (ScriptValue each : arguments) {
        found = sign < 0 ? Math.min(found, each.toReal()) : Math.max(found, each.toReal());
      }
      into.set(found);
    } else {
      long found = arguments[0].toInteger();
      for (ScriptValue each : arguments) {
        found = sign < 0 ? Math.min(found, each.toInteger()) : Math.max(found, each.toInteger());
      }
      into.set(found);
    }
  }

  private static Body permute() {
    Permutation permutation = new Permutation();
    return (arguments, into, rng) -> {
      long size = arguments[1].toInteger();
      if (size <= 0) {
        throw new EvaluationException("the size of permute must be above 0, not %d", size);
      }
      into.set(permutation.of(arguments[0].toInteger(), size, arguments[2].toInteger()));
    };
  }

  /**
   * Creates a call.
   *
   * @throws SpecException for an unknown name or a wrong number of arguments
   */
  static Expression call(String name, List<Expression> arguments, Variables variables, Rng rng)
      throws SpecException {
    Function function = ALL.functions.get(name.toLowerCase(Locale.ROOT));
    if (function == null) {
      throw new SpecException(
          "there is no function %s: %s", name, NearestWord.hint(name, ALL.functions.keySet()));
    }
    int given = arguments.size();
    if (given < function.least || given > function.most) {
      throw new SpecException(
          "%s takes %s, not %d", name, range(function.least, function.most), given);
    }
    List<Expression> all = new ArrayList<>(arguments);
    if (function.seeded && given < function.most) {
      all.add(ExpressionParser.variable(Variables.DEFAULT_SEED, variables));
    }
    return call(function.bodies.get(), all.toArray(Expression[]::new), rng);
  }

  private static String range(int least, int most) {
    String number =
        least == most ? "" + least : most == ANY ? least + " or more" : least + " or " + most;
    return number + (least == 1 && most == 1 ? " argument" : " arguments");
  }

  private static Expression call(Body body, Expression[] arguments, Rng rng) {
    ScriptValue[] values = new ScriptValue[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = new ScriptValue();
    }
    return into -> {
      boolean isNull = false;
      for (int i = 0; i < values.length; i++) {
        arguments[i].evaluate(values[i]);
        isNull |= values[i].isNull();
      }
      if (isNull) {
        into.setNull();
      } else {
        body.apply(values, into, rng);
      }
    };
  }
}
