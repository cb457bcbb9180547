package io.stallmark.jmh;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * JMH's own main class, with two more manners: without the name of a benchmark it runs the
 * workload's operations, all of them unless some are named; and what cannot be is said in one line
 * before anything starts.
 */
public final class JmhMain {

  private static final int USAGE = 2;
  private static final int REFUSED = 3;

  private static final List<String> PARAMETERS =
      List.of("url", "workload", "operation", "options", "storage");

  private JmhMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int code;
    try {
      String[] all = completed(args);
      if (!Arrays.equals(all, args)) {
        reach(all);
      }
      org.openjdk.jmh.Main.main(all);
      return;
    } catch (SpecException | IllegalArgumentException e) {
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

  static String[] completed(String... args) throws SpecException {
    CommandLineOptions given;
    try {
      given = new CommandLineOptions(args);
    } catch (CommandLineOptionException e) {
      return args; // JMH says it
    }
    if (!given.getIncludes().isEmpty() || asks(given)) {
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
    more.add(Operation.class.getName().replace(".", "\\.") + "\\.");
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

  /** Every combination. */
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

  /** JMH takes every name, and ignores what it does not know. */
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

  /** Every database, as a fork opens it: an embedded server is started and stopped. */
  static void reach(String... args) throws SpecException, DbException, InterruptedException {
    CommandLineOptions given;
    try {
      given = new CommandLineOptions(args);
    } catch (CommandLineOptionException e) {
      return; // JMH says it
    }
    String workload = values(given, "workload", List.of("sysbench")).iterator().next();
    String operation = values(given, "operation", List.of()).iterator().next();
    for (String url : values(given, "url", List.of())) {
      OperationJob.open(OperationJob.spec(url, workload, operation, "", "", 1)).close();
    }
  }
}
