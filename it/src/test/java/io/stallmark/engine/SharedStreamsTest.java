package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 4 machines with 16 clients each send what 1 machine with 64 clients sends. */
@Timeout(60)
final class SharedStreamsTest {

  private static final int CLIENTS = 64;
  private static final int STATEMENTS = 500; // of a client
  private static final long SECOND = 1_000_000_000L;

  /** SHA-256 of what each client has sent. */
  private final Queue<String> streams = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @CsvSource({
    "sysbench, mix=read_write",
    "sysbench, rand-type=zipfian",
    "linkbench, ids=10000",
    "userdocs, owners=100"
  })
  void fourMachines_sendWhatOneSends(String name, String setting) throws Exception {
    run(name, setting, Share.WHOLE);
    List<String> alone = sent();
    assertThat(alone).hasSize(CLIENTS).doesNotHaveDuplicates();
    for (int machine = 0; machine < 4; machine++) {
      run(name, setting, new Share(machine, 4));
    }
    assertThat(sent()).isEqualTo(alone);
  }

  private List<String> sent() {
    List<String> sorted = streams.stream().sorted().toList();
    streams.clear();
    return sorted;
  }

  /** Runs until every client of the machine has sent enough. */
  private void run(String name, String setting, Share share) throws Exception {
    var workload = Registry.load().workload(name).orElseThrow();
    String[] given = setting.split("=", 2);
    ResolvedWorkload resolved =
        ResolvedWorkload.of(
            workload.scenario(
                new SettingsReader(workload).read(Map.of(given[0], given[1])),
                1,
                EnumSet.allOf(Capability.class)),
            Map.of());
    RunPlan plan =
        new RunPlan(
            List.of(RolePlan.only(CLIENTS, new Pacing.ClosedLoop())),
            0,
            0,
            0,
            1,
            7,
            SECOND,
            0,
            0,
            SECOND,
            10 * SECOND,
            List.of());
    int expected = streams.size() + share.clients(CLIENTS);
    StopFlag stop = new StopFlag();
    RunResult result =
        new Measurement(
                plan,
                share,
                resolved,
                new NoBinding.NoDatabase(
                    1000, () -> new HashedSession(hash -> sent(hash, expected, stop))),
                stop,
                Clock.SYSTEM,
                StartSignal.AT_ONCE,
                interval -> {})
            .run();
    assertThat(result.balanced()).isTrue();
  }

  private void sent(String hash, int expected, StopFlag stop) {
    streams.add(hash);
    if (streams.size() == expected) {
      stop.request();
    }
  }

  /** Hashes the first statements of a client, with their values. The client goes on. */
  private static final class HashedSession implements Session {

    private final MessageDigest digest;
    private final Consumer<String> receiver;
    private final Session nothing = new NoSession(100);
    private int left = STATEMENTS;

    HashedSession(Consumer<String> receiver) {
      this.receiver = receiver;
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }

    private boolean isOpen() {
      return left > 0;
    }

    private void ended() {
      left--;
      if (left == 0) {
        receiver.accept(HexFormat.of().formatHex(digest.digest()));
      }
    }

    private void number(long number) {
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    private void text(String text) {
      digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    private void sent(String statement) {
      if (isOpen()) {
        text(statement);
        ended();
      }
    }

    private void sent(String statement, List<Param> params, Args args) {
      if (!isOpen()) {
        return;
      }
      text(statement);
      for (int row = 0; row < args.rows(); row++) {
        for (int slot = 0; slot < params.size(); slot++) {
          value(params.get(slot), args, row, slot);
        }
      }
      ended();
    }

    private void value(Param param, Args args, int row, int slot) {
      number(args.getLength(row, slot));
      if (args.isNull(row, slot) || param.name().equals("time")) { // of LinkBench: by the clock
        return;
      }
      if (param.isList()) {
        IntStream.range(0, args.getLength(row, slot)).forEach(i -> number(args.getOfList(slot, i)));
      } else if (param.type() instanceof Type.Text) {
        digest.update(args.getText(row, slot), 0, args.getLength(row, slot));
      } else {
        number(args.getLong(row, slot));
      }
    }

    @Override
    public Statement prepare(Op op) throws DbException {
      Statement statement = nothing.prepare(op);
      String text = op.toString();
      return new Statement() {
        @Override
        public long execute(Args args, @Nullable RowSink sink) throws DbException {
          sent(text, op.params(), args);
          return statement.execute(args, sink);
        }

        @Override
        public Outcome outcome() {
          return statement.outcome();
        }

        @Override
        public long generatedKey() throws DbException {
          return statement.generatedKey();
        }
      };
    }

    @Override
    public void begin() {
      sent("begin");
    }

    @Override
    public void commit() {
      sent("commit");
    }

    @Override
    public void rollback() {
      sent("rollback");
    }

    @Override
    public void close() {}
  }
}
