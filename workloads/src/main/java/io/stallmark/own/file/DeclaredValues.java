package io.stallmark.own.file;

import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.own.definition.OwnTable;
import io.stallmark.own.value.SourceReader;
import io.stallmark.own.value.ValueSource;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Values that were declared, and which of them are used. All are drawn ones until one is kept. */
final class DeclaredValues {

  private static final String NAME = "[A-Za-z_]\\w*";

  private final List<String> names = new ArrayList<>();
  private final List<ValueSource> sources = new ArrayList<>();
  private final List<KeptValue> kept = new ArrayList<>();
  private final Set<Integer> used = new HashSet<>();

  /** Declares a value. Throws without a position. */
  void declare(String name, String source) throws SpecException {
    check(name);
    sources.add(SourceReader.read(source, names, sources));
    names.add(name);
  }

  private static void check(String name) throws SpecException {
    if (!name.matches(NAME) || name.equals(OwnTable.ROW)) {
      throw new SpecException(
          name.equals(OwnTable.ROW)
              ? "row is the number of a row in an insert: choose another name"
              : "'" + name + "' is not a valid name: use letters, digits and _");
    }
  }

  /** Declares a value that a step keeps, and returns its slot. Throws without a position. */
  int keep(KeptValue value) throws SpecException {
    check(value.name());
    if (names.contains(value.name())) {
      throw new SpecException("the value %s is drawn already", value.name());
    }
    int there = kept.indexOf(value);
    if (there < 0 && kept.stream().anyMatch(each -> each.name().equals(value.name()))) {
      throw new SpecException("the value %s is kept in another type", value.name());
    }
    if (there < 0) {
      kept.add(value);
      there = kept.size() - 1;
    }
    return sources.size() + 1 + there;
  }

  /** Slots of the drawn values by their names. */
  Map<String, Integer> drawn() {
    Map<String, Integer> slots = new LinkedHashMap<>();
    for (String name : names) {
      slots.put(name, slots.size());
    }
    return slots;
  }

  /** Slot of the number of a row. */
  int rowSlot() {
    return sources.size();
  }

  /** All values by slot. */
  List<Param> params() {
    List<Param> params = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      params.add(new Param(names.get(i), sources.get(i).type()));
    }
    params.add(new Param(OwnTable.ROW, Type.INT64));
    kept.forEach(value -> params.add(value.param()));
    return params;
  }

  List<ValueSource> sources() {
    return sources;
  }

  /** Marks values as used. Returns those that must be drawn for them, in the order of the draws. */
  List<Integer> use(Collection<Integer> slots) {
    TreeSet<Integer> drawn = new TreeSet<>();
    for (int slot : slots) {
      for (int each = slot; each >= 0 && each < sources.size(); each = sources.get(each).origin()) {
        drawn.add(each);
      }
    }
    used.addAll(drawn);
    return List.copyOf(drawn);
  }

  /** Names of the drawn values that nothing uses. */
  List<String> unused() {
    return names.stream().filter(name -> !used.contains(names.indexOf(name))).toList();
  }
}
