package io.stallmark.lua.state;

import io.stallmark.spec.SpecException;
import io.stallmark.text.FileTrouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.compiler.LuaC;

/**
 * A compiled script, for any number of states.
 *
 * @param name as the user gave it
 */
public record LuaScript(String name, Path file, Prototype code, List<String> lines) {

  /** Where Debian's package has its scripts. */
  static final Path PACKAGED = Path.of("/usr/share/sysbench");

  private static final String ENDING = ".lua";
  private static final Set<String> ROWS = Set.of("fetch_row", "nfields");

  /** Reads a file, or the script of that name which sysbench has installed. */
  public static LuaScript read(String name) throws SpecException {
    LuaNumbers.install();
    Path given = Path.of(name);
    Path packaged = PACKAGED.resolve(name.endsWith(ENDING) ? name : name + ENDING);
    boolean found = Files.exists(given) || !Files.exists(packaged);
    Path file = found ? given : packaged;
    try {
      byte[] content = Files.readAllBytes(file);
      Prototype code =
          LuaC.instance.compile(new ByteArrayInputStream(commented(content)), "@" + file);
      return new LuaScript(
          name, file, code, new String(content, StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new SpecException(FileTrouble.sentence(e));
    } catch (LuaError e) {
      throw new SpecException(ScriptFailure.message(e));
    }
  }

  /** Returns the content without a first line of a shell: {@code #!/usr/bin/sysbench}. */
  private static byte[] commented(byte[] content) {
    if (content.length == 0 || content[0] != '#') {
      return content;
    }
    byte[] changed = content.clone();
    for (int i = 0; i < changed.length && changed[i] != '\n'; i++) {
      changed[i] = '-';
    }
    return changed;
  }

  /**
   * Whether code contains a name by which rows are read from a result. Without one, the rows of
   * results are only counted, as most scripts need no more.
   */
  static boolean readsRows(Prototype code) {
    return Stream.of(code.k).anyMatch(each -> each.isstring() && ROWS.contains(each.tojstring()))
        || Stream.of(code.p).anyMatch(LuaScript::readsRows);
  }

  /** Adds the names of code, and its texts of one word, with {@code _} for {@code -}. */
  static void addWords(Prototype code, Set<String> words) {
    Stream.of(code.k)
        .filter(LuaValue::isstring)
        .map(each -> each.tojstring().replace('-', '_'))
        .filter(each -> each.matches("\\w+"))
        .forEach(words::add);
    Stream.of(code.p).forEach(each -> addWords(each, words));
  }

  /** Returns the text of a line, counted from 1; empty: there is no such line. */
  String line(int number) {
    return number >= 1 && number <= lines.size() ? lines.get(number - 1).strip() : "";
  }

  /** Directories in which {@code require} looks. */
  String path() {
    Path folder = file.toAbsolutePath().getParent();
    return (folder == null ? "" : folder + "/?.lua;")
        + "./?.lua;./?/init.lua;./src/lua/?.lua;/usr/local/share/lua/5.1/?.lua;"
        + "/usr/share/lua/5.1/?.lua;"
        + PACKAGED
        + "/?.lua";
  }
}
