package io.stallmark.spec;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Option that users give as text: on a command line, in a file, in an experiment. Each is declared
 * once, as a constant. What commands, files and specifications know of it is derived from the
 * declaration. Immutable.
 *
 * @param name name without dashes; the key in files
 * @param label what a manual page calls the value
 * @param form whether there is a value, and whether there can be several
 * @param scope where it can be given
 * @param defaultText text of the default; null: there is none, or it depends on other options
 * @param places what {@code run.json} has of the value
 */
public record SpecOption<T>(
    String name,
    String label,
    Form form,
    Scope scope,
    @Nullable String defaultText,
    Reader<T> reader,
    Function<T, Object> writer,
    List<Place<T>> places) {

  /** Number of values of an option. */
  public enum Form {
    FLAG,
    VALUE,
    LIST
  }

  /** Where an option can be given. */
  public enum Scope {
    /** To a command. */
    COMMAND,
    /** Also in the specification of a run. */
    RUN,
    /** Also as an option of runs in an experiment's file. */
    EXPERIMENT
  }

  /**
   * Place of a value in {@code run.json}.
   *
   * @param name name in {@code spec}
   * @param value returns the text or number there; null: the name is absent
   */
  public record Place<T>(String name, Function<T, @Nullable Object> value) {}

  /** Reads the value of an option. */
  public interface Reader<T> {
    @Nullable T read(SpecEntries given) throws SpecException;
  }

  /**
   * Declares an option of a run with one value.
   *
   * @param writer returns a value as {@code parser} reads it: text or number
   */
  public static <T> SpecOption<T> value(
      String name, String label, SpecEntries.Parser<T> parser, Function<T, Object> writer) {
    return of(name, label, Form.VALUE, given -> given.value(name, parser), writer);
  }

  /** Declares an option of a run whose value is any text. */
  public static SpecOption<String> text(String name, String label) {
    return value(name, label, text -> text, text -> text);
  }

  /** Declares an option of a run whose value is a path. */
  public static SpecOption<Path> path(String name, String label) {
    return value(name, label, Path::of, Path::toString);
  }

  /** Declares an option of a run whose value is one of some words. */
  public static <E extends Enum<E>> SpecOption<E> choice(String name, List<E> words) {
    Function<E, Object> writer = word -> word.name().toLowerCase(Locale.ROOT);
    String label = words.stream().map(writer).map(Object::toString).collect(joining("|"));
    return value(name, label, text -> NearestWord.constant(text, words), writer);
  }

  /** Declares an option of a run that can be given repeatedly. */
  public static <T> SpecOption<T> list(String name, String label, Reader<T> reader) {
    return of(name, label, Form.LIST, reader, value -> value);
  }

  /** Declares an option of a run without a value. */
  public static SpecOption<Boolean> flag(String name) {
    return of(name, "", Form.FLAG, given -> given.flag(name), set -> set);
  }

  private static <T> SpecOption<T> of(
      String name, String label, Form form, Reader<T> reader, Function<T, Object> writer) {
    return new SpecOption<>(name, label, form, Scope.RUN, null, reader, writer, List.of());
  }

  /** The same option with a default. */
  public SpecOption<T> withDefault(String text) {
    return new SpecOption<>(name, label, form, scope, text, reader, writer, places);
  }

  /** The same option for another scope. */
  public SpecOption<T> in(Scope other) {
    return new SpecOption<>(name, label, form, other, defaultText, reader, writer, places);
  }

  /**
   * The same option with a bound.
   *
   * @param allowed the allowed values, for the message
   */
  public SpecOption<T> must(Predicate<T> bound, String allowed) {
    Reader<T> bounded =
        given -> {
          T value = reader.read(given);
          check("--" + name, value == null || bound.test(value), allowed);
          return value;
        };
    return new SpecOption<>(name, label, form, scope, defaultText, bounded, writer, places);
  }

  /** The same option with one more place in {@code run.json}. */
  public SpecOption<T> at(String place, Function<T, @Nullable Object> value) {
    List<Place<T>> all = new ArrayList<>(places);
    all.add(new Place<>(place, value));
    return new SpecOption<>(name, label, form, scope, defaultText, reader, writer, all);
  }

  /** Adds what {@code run.json} has of a value. */
  public void store(T value, Map<String, Object> into) {
    for (Place<T> place : places) {
      Object stored = place.value().apply(value);
      if (stored != null) {
        into.put(place.name(), stored);
      }
    }
  }

  /**
   * Returns the given value, or else the default.
   *
   * @return null: not given, and there is no default
   * @throws SpecException with the option, if the value is invalid
   */
  public @Nullable T read(SpecEntries given) throws SpecException {
    return reader.read(
        defaultText == null || given.has(name) ? given : given.with(name, defaultText));
  }

  /** Returns the given value, or else the default, which the option has. */
  public T required(SpecEntries given) throws SpecException {
    return Objects.requireNonNull(read(given), name);
  }

  /** Whether the option has no value. */
  public boolean isFlag() {
    return form == Form.FLAG;
  }

  /** Returns the names of options. */
  public static List<String> names(List<? extends SpecOption<?>> options) {
    return options.stream().<String>map(SpecOption::name).toList();
  }

  /**
   * Checks the value of an option.
   *
   * @param allowed the allowed values, for the message
   * @throws SpecException with the allowed values, if {@code fine} is false
   */
  public static void check(String option, boolean fine, String allowed) throws SpecException {
    if (!fine) {
      throw new SpecException(option + " must be " + allowed);
    }
  }
}
