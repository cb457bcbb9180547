package io.stallmark.plan;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.ServerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Workloads and bindings on the class path. */
public record Registry(List<Workload> workloads, List<Binding> bindings) {

  /** URL that no binding accepts. */
  private static final String NO_SERVER = "embedded:";

  private static final Pattern PATH = Pattern.compile("/.*", Pattern.DOTALL);

  public static Registry load() {
    return new Registry(
        ServiceLoader.load(Workload.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Workload::name))
            .toList(),
        ServiceLoader.load(Binding.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Binding::name))
            .toList());
  }

  public Optional<Workload> workload(String name) {
    return workloads.stream().filter(w -> w.name().equals(name)).findFirst();
  }

  /**
   * Returns the workload with a name.
   *
   * @throws SpecException when there is none; the message has the nearest name
   */
  public Workload requiredWorkload(String name) throws SpecException {
    return workload(name).orElseThrow(() -> new SpecException(unknown(name)));
  }

  /** Says that there is no workload with this name, and which one may be meant. */
  public String unknown(String name) {
    List<String> names = workloads.stream().map(Workload::name).toList();
    return "No workload '"
        + name
        + "': "
        + foreign(name)
            .map(own -> "did you mean " + own + "?")
            .orElseGet(() -> NearestWord.hint(name, names));
  }

  /** Finds the workload, with its settings, that has this name in another program. */
  public Optional<String> foreign(String name) {
    return workloads.stream()
        .flatMap(workload -> Optional.ofNullable(workload.foreignWords().get(name)).stream())
        .findFirst();
  }

  /** Finds the binding with a prefix of the URL. */
  public Optional<Binding> bindingFor(String url) {
    return bindings.stream()
        .filter(binding -> binding.prefixes().stream().anyMatch(url::startsWith))
        .findFirst();
  }

  /**
   * Whether two URLs without passwords can name the same database, with different users or
   * spellings. Each use of an embedded server is another database.
   */
  public boolean canBeOneDatabase(String a, String b) {
    return !a.startsWith(NO_SERVER)
        && bindingFor(a).equals(bindingFor(b))
        && ServerAddress.sameDatabase(a, b);
  }

  /**
   * Returns the binding with a prefix of the URL.
   *
   * @throws SpecException when there is none; the message has the nearest URL scheme or the jar
   *     with the binding
   */
  public Binding requiredBinding(String url) throws SpecException {
    Optional<Binding> binding = bindingFor(url);
    if (binding.isPresent()) {
      return binding.get();
    }
    List<String> prefixes = bindings.stream().flatMap(b -> b.prefixes().stream()).toList();
    if (url.equals(NO_SERVER) && url.equals(defaultUrl())) {
      throw new SpecException(
          "--url is missing: no binding here starts a server; a URL begins with %s",
          String.join(", ", prefixes));
    }
    String scheme = PATH.matcher(url).replaceFirst("");
    if (scheme.contains("@")) { // not a URL, and it may contain a password
      throw new SpecException("--url takes scheme://user@host:port/database");
    }
    Optional<String> jar = BindingIndex.load().jarFor(url);
    if (jar.isPresent()) {
      throw new SpecException(
          "This program has no binding for %s URLs: run %s, or ./stallmark, which has every binding",
          scheme, jar.get());
    }
    throw new SpecException(
        "No database is known by the URL scheme '%s': %s",
        scheme, NearestWord.hint(scheme, prefixes));
  }

  /**
   * URL of a run that gives none: that of an embedded server, which a binding starts itself. Of
   * several such bindings, the last by name. Without one, a URL that no binding accepts.
   */
  public String defaultUrl() {
    return bindings.stream()
        .flatMap(binding -> Stream.ofNullable(binding.options().embedded()))
        .reduce((first, last) -> last)
        .orElse(NO_SERVER);
  }

  /**
   * Runnable jars that were built together with this one, from the resource {@value #INDEX}. Each
   * line of it has a jar's file name and the URL prefixes of its binding.
   */
  private record BindingIndex(List<Jar> jars) {

    private static final String INDEX = "META-INF/stallmark/bindings";

    /**
     * Runnable jar.
     *
     * @param file file name
     * @param prefixes URL prefixes of its binding
     */
    record Jar(String file, List<String> prefixes) {}

    /** Reads the index; empty when the program does not run from such a jar. */
    static BindingIndex load() {
      try (InputStream in = BindingIndex.class.getClassLoader().getResourceAsStream(INDEX)) {
        if (in == null) {
          return new BindingIndex(List.of());
        }
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        return new BindingIndex(
            lines
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> Arrays.asList(line.strip().split(" +")))
                .map(words -> new Jar(words.get(0), words.subList(1, words.size())))
                .toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** File name of the jar whose binding has a prefix of the URL. */
    Optional<String> jarFor(String url) {
      return jars.stream()
          .filter(jar -> jar.prefixes().stream().anyMatch(url::startsWith))
          .map(Jar::file)
          .findFirst();
    }
  }
}
