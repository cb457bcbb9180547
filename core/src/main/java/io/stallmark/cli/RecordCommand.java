package io.stallmark.cli;

import io.stallmark.capture.ProxyRoute;
import io.stallmark.capture.RecordingStatus;
import io.stallmark.capture.SideEncryption;
import io.stallmark.capture.TrafficRecording;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.engine.RunFailure;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.Terminal;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.TlsOptions;
import io.stallmark.spi.Binding;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceOrigin.Replies;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@code stallmark record}. */
final class RecordCommand extends DeclaredCommand {

  private static final long POLL_MILLIS = 50;

  private static final SpecOption<String> TO = SpecOption.text("to", "DIR");
  private static final SpecOption<ListenAddress> LISTEN =
      SpecOption.value("listen", "HOST:PORT", ListenAddress::parse, ListenAddress::toString)
          .withDefault("127.0.0.1:0");
  private static final SpecOption<Replies> KEEP_REPLIES =
      SpecOption.choice("keep-replies", List.of(Replies.NONE, Replies.SUMMARY, Replies.FULL))
          .withDefault("summary");
  private static final SpecOption<Long> SECONDS =
      SpecOption.value("seconds", "TIME", Quantity::seconds, time -> time)
          .must(time -> time > 0, "above 0");
  private static final SpecOption<Long> MAX_BYTES =
      SpecOption.value("max-bytes", "N", Quantity::count, bytes -> bytes)
          .must(bytes -> bytes > 0, "above 0");
  private static final SpecOption<Path> PROXY_CERT = SpecOption.path("proxy-cert", "FILE");

  RecordCommand(CommandContext program) {
    super(
        program,
        JobOptions.of(RunOptions.URL, TO, LISTEN, KEEP_REPLIES, SECONDS, MAX_BYTES),
        JobOptions.of(TlsOptions.MODE, TlsOptions.AUTHORITY, PROXY_CERT));
  }

  @Override
  protected int execute(SpecEntries given)
      throws SpecException, DbException, RunFailure, InterruptedException {
    String directory = given.required("to", "the directory of the trace, a new one");
    ProxyRoute route = route(given);
    Replies kept = KEEP_REPLIES.required(given);
    long length = Objects.requireNonNullElse(SECONDS.read(given), Long.MAX_VALUE);
    long bytes = Objects.requireNonNullElse(MAX_BYTES.read(given), Long.MAX_VALUE);
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
        "Recording %s at %s:%d into %s",
        route.protocol().family(),
        route.server().getHostString(),
        route.server().getPort(),
        directory);
    terminal.result("Clients connect to " + address);
    RecordingLines lines = new RecordingLines(terminal);
    watch(recording, lines, length, bytes, interruption);
    return end(recording, lines, directory);
  }

  private ProxyRoute route(SpecEntries given) throws SpecException {
    DatabaseUrl server = DatabaseUrl.parse(given.required("url", "the server to record"));
    program.keep(new Redactor(server.secrets()));
    if (server.password() != null) {
      program
          .terminal()
          .warning(
              "The password in the URL is not used, because clients log in themselves. It shows in"
                  + " the process list and the shell's history.");
    }
    WireProtocol protocol = protocol(server.url());
    InetSocketAddress address = SpecException.unlessRefused(() -> protocol.address(server.url()));
    Tls encryption = TlsOptions.read(given, program::resolve);
    Path file = PROXY_CERT.read(given);
    return new ProxyRoute(
        protocol,
        address,
        LISTEN.required(given),
        SideEncryption.ofServer(encryption, address),
        file == null ? null : SideEncryption.ofClients(program.resolve(file)));
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
