package io.stallmark.report.page;

import io.stallmark.report.file.HeatMap;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.metrics.LocalServer;
import io.stallmark.report.metrics.LocalServer.Answer;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Redactor;
import io.stallmark.text.Text;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves the page of a run to browsers of this machine. The page asks every second for what the
 * run's files have gained. After the measurement, the same URL has the finished page. Comes after
 * the observers that write the files. Thread-safe.
 */
public final class LivePage implements RunObserver {

  /** Files whose new lines the page asks for, each by the end of what it has. */
  private static final List<String> FILES =
      List.of("intervals", "stalls", "dips", "counters", "cost", "size");

  private static final Pattern PART = Pattern.compile("(\\w+)=(\\d{1,18})");

  /** Maximum bytes of a file in one answer. */
  private static final int MOST = 1 << 20;

  /** How long a page counts as open after it has asked. */
  private static final long OPEN = TimeUnit.SECONDS.toNanos(3);

  /** How long the end waits for open pages. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private static final String HTML = "text/html; charset=utf-8";

  private static final double SECOND = 1e9;

  private final ListenAddress wanted;
  private final Redactor redactor;
  private final Map<Long, Long> asked = new HashMap<>(); // last question by page
  private final HeatMap heat = new HeatMap();
  private @Nullable LocalServer server;
  private volatile Path directory = Path.of("");
  private volatile Map<String, String> names = Map.of();
  private String stage = "Starting";
  private String work = "";
  private long rows;
  private long done;
  private volatile boolean prepared;
  private volatile boolean ended;

  /**
   * Creates an observer of one run.
   *
   * @param address address of this machine; port 0: any
   * @param redactor removes secrets from what the page says
   */
  public LivePage(ListenAddress address, Redactor redactor) {
    wanted = address;
    this.redactor = redactor;
  }

  /**
   * Starts to serve the page.
   *
   * @return the address with the port
   * @throws IOException with a message for the user, if the port cannot be used
   */
  public synchronized ListenAddress open() throws IOException {
    server = new LocalServer("The page", wanted, this::answer);
    return server.address();
  }

  @Override
  public void resolved(RunJob job, Path results) {
    directory = results;
    names = Map.of("workload", job.workload().name(), "binding", job.binding().name());
  }

  @Override
  public synchronized void workStarted(String what, long all) {
    work = what;
    rows = all;
    done = 0;
  }

  @Override
  public synchronized void workAdvanced(long more) {
    done += more;
  }

  @Override
  public synchronized void workEnded() {
    work = "";
  }

  @Override
  public synchronized void phase(Phase phase) {
    stage =
        phase == Phase.WARMING_UP ? "Warming up" : phase == Phase.LOADING ? "Loading" : "Measuring";
  }

  @Override
  public void prepared(RunJob job, RunFindings findings, RunDocument start) {
    prepared = true;
  }

  @Override
  public synchronized void interval(LiveInterval last) {
    if (!last.interval().isEmpty()) {
      heat.append(
          last.interval().start() / SECOND,
          last.interval().end() / SECOND,
          last.interval().series().get(0).response());
    }
  }

  @Override
  public void measured(RunReport.Measured run) {
    ended = true;
  }

  @Override
  public void failed(RunDocument document) {
    ended = true;
  }

  /** Lets the open pages load the finished one, if there is one. */
  @Override
  public synchronized void closed() {
    long end = System.nanoTime();
    asked.values().removeIf(last -> !ended || end - last > OPEN);
    try {
      for (long left = PATIENCE; left > 0 && !asked.isEmpty(); ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = PATIENCE - (System.nanoTime() - end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (server != null) {
      server.close();
    }
  }

  private @Nullable Answer answer(URI request) throws IOException {
    return switch (request.getPath()) {
      case "/" -> page();
      case "/live" -> Answer.of("application/json", news(request.getQuery()));
      default -> null;
    };
  }

  private Answer page() throws IOException {
    Path finished = directory.resolve(ResultFiles.PAGE);
    if (ended && Files.isRegularFile(finished)) {
      return new Answer(HTML, Files.readAllBytes(finished), this::loaded);
    }
    boolean known = prepared;
    Map<String, Object> live = new LinkedHashMap<>();
    live.put("prepared", known);
    live.put("files", FILES);
    live.put("finished", finished.toString());
    return Answer.of(HTML, ReportPage.live(known ? RunFile.read(directory) : null, names, live));
  }

  private synchronized void loaded() {
    asked.keySet().stream().findFirst().ifPresent(asked::remove);
    notifyAll();
  }

  private String news(@Nullable String query) throws IOException {
    Map<String, Long> question = new HashMap<>();
    Matcher parts = PART.matcher(query == null ? "" : query);
    while (parts.find()) {
      question.put(parts.group(1), Long.valueOf(parts.group(2)));
    }
    Map<String, Object> news = new LinkedHashMap<>();
    for (String name : FILES) {
      news.put(name, added(directory.resolve(name + ".csv"), question.getOrDefault(name, 0L)));
    }
    synchronized (this) { // briefly, because the collector must not wait
      asked.put(question.getOrDefault("page", 0L), System.nanoTime());
      String progress = rows > 0 ? Text.format("%s: %,d of %,d", work, done, rows) : work;
      news.put("stage", redactor.redact(work.isEmpty() ? stage : progress));
      news.put("heat", heat.cells());
    }
    news.put("prepared", prepared);
    news.put("ended", ended && Files.isRegularFile(directory.resolve(ResultFiles.PAGE)));
    return JsonMapper.shared().writeValueAsString(news);
  }

  /** Returns the whole lines of a file from an offset on; empty: there are none. */
  private static String added(Path file, long from) throws IOException {
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(MOST, in.size() - from)));
      in.position(from);
      while (bytes.hasRemaining() && in.read(bytes) >= 0) {
        // reads on
      }
      int length = bytes.position();
      while (length > 0 && bytes.get(length - 1) != '\n') {
        length--;
      }
      return new String(bytes.array(), 0, length, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
