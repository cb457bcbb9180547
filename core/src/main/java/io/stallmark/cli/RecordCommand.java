package io.stallmark.cli;

import io.stallmark.capture.ProxyRoute;
import io.stallmark.capture.RecordingConversion;
import io.stallmark.capture.RecordingStatus;
import io.stallmark.capture.SideEncryption;
import io.stallmark.capture.TrafficRecording;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.OptionEntries;
import io.stallmark.cli.trace.TraceConvertCommand;
import io.stallmark.engine.RunFailure;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.Terminal;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.TlsOptions;
import io.stallmark.spi.Binding;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceOrigin.Replies;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stallmark record}. */
@Command(name = "record")
final class RecordCommand implements Callable<Integer> {

  private static final long POLL_MILLIS = 50;
  private static final String PROXY = "proxy";

  /** Options that a recording of another source does not have. */
  private static final List<String> OF_PROXY =
      List.of("listen", "keep-replies", "seconds", "max-bytes", "tls", "tls-ca", "proxy-cert");

  private final CommandContext program;

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(names = "--url", paramLabel = "URL")
  @Nullable String url;

  @Option(names = "--to", paramLabel = "DIR")
  @Nullable String to;

  @Option(names = "--source", paramLabel = "FORMAT", defaultValue = PROXY)
  @Nullable String source;

  @Option(names = "--from", paramLabel = "FILE", arity = "1..*")
  private @Nullable List<Path> files;

  @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:0")
  @Nullable String listen;

  @Option(names = "--keep-replies", paramLabel = "none|summary|full", defaultValue = "summary")
  @Nullable String replies;

  @Option(names = "--seconds", paramLabel = "TIME")
  @Nullable String seconds;

  @Option(names = "--max-bytes", paramLabel = "N")
  @Nullable String most;

  @Option(names = "--tls", paramLabel = "off|required|verify")
  @Nullable String tls;

  @Option(names = "--tls-ca", paramLabel = "FILE")
  @Nullable String ca;

  @Option(names = "--proxy-cert", paramLabel = "FILE")
  @Nullable String certificate;

  RecordCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, DbException, RunFailure, InterruptedException {
    SpecEntries given = OptionEntries.of(command);
    String directory = required(given, "to", "the directory of the trace, a new one");
    if (!PROXY.equals(source)) {
      return convert(given, directory);
    } else if (files != null) {
      throw new SpecException("--from names files of another --source than proxy");
    }
    ProxyRoute route = route(given);
    Replies kept =
        given.value(
            "keep-replies",
            text ->
                NearestWord.constant(text, List.of(Replies.NONE, Replies.SUMMARY, Replies.FULL)),
            Replies.SUMMARY);
    long length = given.value("seconds", Quantity::seconds, Long.MAX_VALUE);
    long bytes = given.value("max-bytes", Quantity::count, Long.MAX_VALUE);
    if (length <= 0 || bytes <= 0) {
      throw new SpecException((length <= 0 ? "--seconds" : "--max-bytes") + " must be above 0");
    }
    Terminal terminal = program.terminal();
    InterruptHandler interruption = program.interruption();
    TrafficRecording recording =
        TrafficRecording.begin(
            route,
            program.resolve(Path.of(directory)),
            StallmarkVersion.stallmark(),
            kept,
            terminal::warning);
    ListenAddress address = new ListenAddress(route.wanted().host(), recording.port());
    terminal.result(
        Text.format(
            "Recording %s at %s:%d into %s",
            route.protocol().family(),
            route.server().getHostString(),
            route.server().getPort(),
            directory));
    terminal.result("Clients connect to " + address);
    RecordingLines lines = new RecordingLines(terminal);
    watch(recording, lines, length, bytes, interruption);
    return end(recording, lines, directory);
  }

  /** Converts files that the server has written. */
  private int convert(SpecEntries given, String directory) throws SpecException, RunFailure {
    for (String option : OF_PROXY) {
      if (given.text(option) != null) {
        throw new SpecException("--" + option + " is possible only with --source proxy");
      }
    }
    DatabaseUrl server = server(given);
    WireProtocol protocol = protocol(server.url());
    List<Path> from = TraceConvertCommand.resolved(program, files == null ? List.of() : files);
    RecordingConversion conversion =
        RecordingConversion.of(
            List.of(protocol), String.valueOf(source), text(address(protocol, server)), from);
    if (from.isEmpty()) {
      throw new SpecException(
          "--from is missing: give the files that the server has written;"
              + " docs/recording.md has the commands that let it write them");
    }
    return TraceConvertCommand.convert(program, conversion, Path.of(directory));
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private DatabaseUrl server(SpecEntries given) throws SpecException {
    DatabaseUrl server = DatabaseUrl.parse(required(given, "url", "the server to record"));
    program.keep(new Redactor(server.secrets()));
    return server;
  }

  private static InetSocketAddress address(WireProtocol protocol, DatabaseUrl server)
      throws SpecException {
    try {
      return protocol.address(server.url());
    } catch (IllegalArgumentException e) {
      throw new SpecException(e);
    }
  }

  private static String required(SpecEntries given, String key, String what) throws SpecException {
    String text = given.text(key);
    if (text == null) {
      throw new SpecException("--" + key + " is missing: give " + what);
    }
    return text;
  }

  private ProxyRoute route(SpecEntries given) throws SpecException {
    DatabaseUrl server = server(given);
    if (server.password() != null) {
      program
          .terminal()
          .warning(
              "The password in the URL is not used, because clients log in themselves. It shows in"
                  + " the process list and the shell's history.");
    }
    WireProtocol protocol = protocol(server.url());
    InetSocketAddress address = address(protocol, server);
    Tls encryption = TlsOptions.read(given, program::resolve);
    String file = given.text("proxy-cert");
    return new ProxyRoute(
        protocol,
        address,
        given.value("listen", ListenAddress::parse, ListenAddress.ANY),
        SideEncryption.ofServer(encryption, address),
        file == null ? null : SideEncryption.ofClients(program.resolve(Path.of(file))));
  }

  private WireProtocol protocol(String server) throws SpecException {
    Binding binding = program.registry().requiredBinding(server);
    if (server.startsWith("embedded:")) {
      throw new SpecException("An embedded server has no clients to record: give another --url");
    }
    return binding
        .wireProtocol()
        .orElseThrow(
            () -> new SpecException("Traffic of " + binding.name() + " cannot be recorded"));
  }

  /** Waits until a limit is reached or the user wants to end. */
  private static void watch(
      TrafficRecording recording,
      RecordingLines lines,
      long length,
      long bytes,
      InterruptHandler interruption)
      throws InterruptedException {
    long start = System.nanoTime();
    RecordingStatus status = recording.status();
    while (!interruption.asked() && System.nanoTime() - start < length && status.bytes() < bytes) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      status = recording.status();
      lines.progress(status);
    }
  }

  private static int end(TrafficRecording recording, RecordingLines lines, String directory)
      throws RunFailure, InterruptedException {
    recording.stopAccepting();
    lines.closing(recording.status());
    RecordingStatus status = recording.end();
    lines.summary(status, directory);
    if (status.failure() != null) {
      throw new RunFailure("The recording failed. " + status.failure());
    }
    if (status.incomplete()) {
      throw new RunFailure(
          "The trace is incomplete: "
              + FigureFormat.percent(status.lostShare())
              + " of the operations are missing");
    }
    return CommandContext.WELL;
  }
}
