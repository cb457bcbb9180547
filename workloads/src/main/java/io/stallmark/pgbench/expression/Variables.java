package io.stallmark.pgbench.expression;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Variables of a client by name. They are those of all its scripts, and stay from one transaction
 * to the next. Not thread-safe.
 */
public final class Variables {

  /** Variable that {@code hash} and {@code permute} take without a seed. */
  public static final String DEFAULT_SEED = "default_seed";

  private final Map<String, ScriptValue> values = new LinkedHashMap<>();
  private ScriptValue[] current = {};
  private ScriptValue[] saved = {};

  /** Returns a variable, which is unset at first. Call it for all of them before {@link #save}. */
  public ScriptValue get(String name) {
    return values.computeIfAbsent(name, any -> new ScriptValue());
  }

  /** Keeps all values for {@link #restore}. Allocates only at first. */
  public void save() {
    if (current.length < values.size()) {
      current = values.values().toArray(ScriptValue[]::new);
      saved = new ScriptValue[current.length];
      Arrays.setAll(saved, any -> new ScriptValue());
    }
    for (int i = 0; i < current.length; i++) {
      saved[i].copy(current[i]);
    }
  }

  /** Sets all variables to the values of the last {@link #save}. */
  public void restore() {
    for (int i = 0; i < current.length; i++) {
      current[i].copy(saved[i]);
    }
  }
}
