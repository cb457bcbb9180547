package io.stallmark.pgbench;

import io.stallmark.data.Rng;
import io.stallmark.pgbench.expression.ScriptValue;
import io.stallmark.pgbench.expression.Variables;
import io.stallmark.pgbench.script.Scripts;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Variables that a client has before the first command: pgbench's, and those of {@code -D}. */
final class FirstValues {

  private static final String CLIENT = "client_id";
  private static final String SCALE = "scale";
  private static final String SEED = "random_seed";

  private static final List<String> OF_PGBENCH =
      List.of(CLIENT, SCALE, SEED, Variables.DEFAULT_SEED);

  private final Map<String, String> given;
  private final long seed;

  /**
   * @param defined pairs, as the setting has them
   * @param seed of the run
   */
  FirstValues(String defined, long seed) throws SpecException {
    given = SpecEntries.split("-D", defined);
    for (String name : given.keySet()) {
      if (!name.matches("[A-Za-z_\\x{80}-\\x{10FFFF}][\\w\\x{80}-\\x{10FFFF}]*")) {
        throw new SpecException("-D %s: this is no name of a variable", name);
      }
    }
    this.seed = seed;
  }

  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(OF_PGBENCH);
    names.addAll(given.keySet());
    return names;
  }

  /**
   * Checks that every value is for a variable that a script or pgbench reads, and is a number where
   * an expression needs one.
   *
   * @throws SpecException if one is not; a name is probably misspelt
   */
  void check(Scripts scripts) throws SpecException {
    Set<String> known = new LinkedHashSet<>(OF_PGBENCH);
    known.addAll(scripts.used());
    for (Map.Entry<String, String> each : given.entrySet()) {
      String name = each.getKey();
      if (!known.contains(name)) {
        throw new SpecException(
            "-D %s: no script reads this variable: %s", name, NearestWord.hint(name, known));
      }
      Optional<String> place = scripts.computed(name);
      if (place.isPresent() && !ScriptValue.isValue(each.getValue())) {
        throw new SpecException("%s: -D %s is no number", place.get(), each);
      }
    }
  }

  /**
   * Sets the variables of a client.
   *
   * @param client its number among all clients
   */
  void set(Variables variables, int client) {
    variables.get(CLIENT).set((long) client);
    variables.get(SCALE).set(1L);
    variables.get(SEED).set(seed);
    variables.get(Variables.DEFAULT_SEED).set(Rng.mix(seed));
    given.forEach((name, text) -> variables.get(name).set(text));
  }
}
