package io.stallmark.lua.sql;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Native.Effect;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.own.file.StatementName;
import io.stallmark.own.file.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Names of statements and of kinds of transaction in the results. A rehearsal finds them, because
 * the results have the same ones from the beginning to the end; later ones share a name.
 */
public final class StatementNames {

  private static final int MOST = 64;
  private static final String OTHER_KIND = "other_transactions";

  private final UniqueNames taken = new UniqueNames("transaction");
  private final Map<String, Op.Native> byText = new HashMap<>();
  private final List<Op> ops = new ArrayList<>();
  private final Map<String, Integer> kinds = new HashMap<>();
  private final List<String> kindNames = new ArrayList<>();
  private final Map<Effect, Op.Native> others = new HashMap<>();
  private boolean learns = true;

  /** Creates names that are not known yet. */
  public StatementNames() {
    for (Effect effect : Effect.values()) {
      String name = "other_" + (effect == Effect.OTHER ? "statement" : word(effect)) + "s";
      others.put(effect, op(name, "", effect, 0));
    }
  }

  private static String word(Effect effect) {
    return effect.name().toLowerCase(Locale.ROOT);
  }

  private static Op.Native op(String name, String text, Effect effect, int parameters) {
    List<Param> params = new ArrayList<>();
    for (int i = 1; i <= parameters; i++) {
      params.add(new Param("p" + i, Type.UNTYPED).orNull());
    }
    return new Op.Native(name, params, Map.of(Op.Native.SQL, text), effect);
  }

  /** Ends the rehearsal: from now on, nothing changes. Others can be called by all threads. */
  public void fix() {
    learns = false;
    for (Effect effect : Effect.values()) {
      ops.add(others.get(effect));
    }
    if (!kindNames.isEmpty()) {
      kindNames.add(OTHER_KIND);
    }
  }

  /** The statements; empty before the end of the rehearsal. */
  public List<Op> ops() {
    return learns ? List.of() : List.copyOf(ops);
  }

  /** The kinds of transaction; empty: all are alike. */
  public List<String> kinds() {
    return learns ? List.of() : List.copyOf(kindNames);
  }

  /** Returns the operation of a statement without parameters, by its fingerprint. */
  Op.Native of(String fingerprint) {
    Op.Native known = byText.get(fingerprint);
    if (known != null) {
      return known;
    }
    Effect effect = StatementName.effect(fingerprint);
    if (!learns || byText.size() >= MOST) {
      return Objects.requireNonNull(others.get(effect));
    }
    String name = StatementName.of(fingerprint);
    Op.Native found = op(taken.free(name), fingerprint, effect, 0);
    byText.put(fingerprint, found);
    ops.add(found);
    return found;
  }

  /** Returns the operation of a prepared statement. */
  Op.Native of(String fingerprint, int parameters) {
    Op.Native known = of(fingerprint);
    return op(known.name(), fingerprint, known.effect(), parameters);
  }

  /** Index of a kind of transaction, by the value of the script's global. */
  public int kind(String given) {
    Integer known = kinds.get(given);
    if (known != null) {
      return known;
    }
    if (!learns || kindNames.size() >= MOST) {
      return kindNames.size() - 1;
    }
    String word = given.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    kinds.put(given, kindNames.size());
    kindNames.add(taken.free(word.matches("[a-z].*") ? word : "kind_" + word));
    return kindNames.size() - 1;
  }
}
