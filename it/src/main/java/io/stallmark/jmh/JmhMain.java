package io.stallmark.jmh;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * JMH's main class with two additions. Without the name of a benchmark it runs the workload's
 * operations: the given ones, or else all. It reports invalid input in one line before anything
 * starts.
 */
public final class JmhMain {

  private static final int USAGE = 2;
  private static final int REFUSED = 3;

  private static final List<String> PARAMETERS =
      List.of("url", "workload", "operation", "options", "storage");

  private static final String OPERATIONS = Operation.class.getName() + ".run";

  private JmhMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int code;
    try {
      String[] all = completed(args);
      if (runsOperations(all)) {
        reach(all);
      }
      org.openjdk.jmh.Main.main(all);
      return;
    } catch (SpecException | RefusedException e) {
      code = complain(e, USAGE);
    } catch (DbException e) {
      code = complain(e, REFUSED);
    }
    System.exit(code);
  }

  private static int complain(Exception e, int code) {
    System.err.println("stallmark: " + e.getMessage());
    return code;
  }

  /** Returns the options of JMH; null if JMH reports an error in them or only prints. */
  private static @Nullable CommandLineOptions options(String... args) {
    try {
      CommandLineOptions given = new CommandLineOptions(args);
      return asks(given) ? null : given;
    } catch (CommandLineOptionException e) {
      return null;
    }
  }

  /** Whether the operations are among the benchmarks. */
  static boolean runsOperations(String... args) {
    CommandLineOptions given = options(args);
    return given != null && includesOperations(given);
  }

  private static boolean includesOperations(CommandLineOptions given) {
    return given.getIncludes().stream()
        .anyMatch(include -> Pattern.compile(include).matcher(OPERATIONS).find());
  }

  /** Returns the arguments, with what they leave out if the operations run. */
  static String[] completed(String... args) throws SpecException {
    CommandLineOptions given = options(args);
    if (given == null || !(given.getIncludes().isEmpty() || includesOperations(given))) {
      return args;
    }
    checkNames(args);
    List<String> more = new ArrayList<>(Arrays.asList(args));
    Collection<String> workloads = values(given, "workload", List.of("sysbench"));
    Collection<String> operations = values(given, "operation", List.of());
    if (operations.isEmpty()) {
      if (workloads.size() > 1) {
        throw new SpecException("Give an operation: these workloads have different ones");
      }
      operations = OperationJob.workload(workloads.iterator().next()).operations().keySet();
      more.addAll(List.of("-p", "operation=" + String.join(",", operations)));
    }
    check(given, workloads, operations);
    if (!given.shouldFailOnError().hasValue()) {
      more.addAll(List.of("-foe", "true"));
    }
    if (given.getIncludes().isEmpty()) {
      more.add(Operation.class.getName().replace(".", "\\.") + "\\.");
    }
    return more.toArray(String[]::new);
  }

  private static boolean asks(CommandLineOptions given) {
    return given.shouldHelp()
        || given.shouldList()
        || given.shouldListWithParams()
        || given.shouldListProfilers()
        || given.shouldListResultFormats();
  }

  private static Collection<String> values(
      CommandLineOptions given, String name, Collection<String> otherwise) {
    return given.getParameter(name).orElse(otherwise);
  }

  /** Checks every combination of the parameters' values. */
  private static void check(
      CommandLineOptions given, Collection<String> workloads, Collection<String> operations)
      throws SpecException {
    Collection<String> urls = values(given, "url", Set.of());
    if (urls.isEmpty()) {
      throw new SpecException("Give a database: -p url=mysql://user@host:3306/db");
    }
    for (String url : urls) {
      for (String workload : workloads) {
        for (String operation : operations) {
          for (String options : values(given, "options", Set.of(""))) {
            for (String storage : values(given, "storage", Set.of(""))) {
              OperationJob.spec(url, workload, operation, options, storage, 1);
            }
          }
        }
      }
    }
  }

  /** Rejects unknown names of parameters, which JMH ignores. */
  private static void checkNames(String... args) throws SpecException {
    for (int i = 0; i < args.length; i++) {
      String pair = "";
      if (args[i].equals("-p") && i + 1 < args.length) {
        pair = args[++i];
      } else if (args[i].startsWith("-p") && !args[i].startsWith("-prof")) {
        pair = args[i].substring(2);
      }
      String name = pair.split("=", 2)[0];
      if (!pair.isEmpty() && !PARAMETERS.contains(name)) {
        throw new SpecException("-p: no '" + name + "': " + NearestWord.hint(name, PARAMETERS));
      }
    }
  }

  /** Opens and closes every database as a fork does; an embedded server is started and stopped. */
  static void reach(String... args) throws SpecException, DbException, InterruptedException {
    CommandLineOptions given = Objects.requireNonNull(options(args));
    String workload = values(given, "workload", List.of("sysbench")).iterator().next();
    String operation = values(given, "operation", List.of()).iterator().next();
    for (String url : values(given, "url", List.of())) {
      OperationJob.open(OperationJob.spec(url, workload, operation, "", "", 1)).close();
    }
  }
}
