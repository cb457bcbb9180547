package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code --cache} does with a server's cache, by what the server says to it. */
final class ServerSettingsTest extends StagedTest {

  /** A cache in steps of ten bytes, and the sizes that it was given. */
  private static final class Steps implements Database.Cache {

    final List<Long> sizes = new ArrayList<>(List.of(100L));
    long least = 10;
    long refusedUnder;

    @Override
    public String name() {
      return "pages";
    }

    @Override
    public long bytes() {
      return sizes.get(sizes.size() - 1);
    }

    @Override
    public void resize(long bytes) throws DbException {
      if (bytes < refusedUnder) {
        throw new DbException(Kind.REFUSED, "1227", "Not you; start it with --pages", null);
      }
      sizes.add(Math.max(least, bytes / 10 * 10));
      if (bytes() > bytes) {
        throw new DbException(Kind.REFUSED, "cache", "Not so small; start it with --pages", null);
      }
    }
  }

  private final Steps cache = new Steps();

  @BeforeEach
  void prepare() {
    stage.binding.cache = cache;
  }

  private Stage.Outcome run(String... more) {
    return stage.runTiny(Stage.words(List.of("--events", "10", "-p", "rows=20"), more));
  }

  @Test
  void cache_isSmallWhileTheRunLasts_andPutBack() throws IOException {
    List<Long> during = new ArrayList<>();
    stage.binding.fault = execution -> during.add(cache.bytes());
    Stage.Outcome outcome = run("--cache", "55").well();
    assertThat(during).isNotEmpty().containsOnly(50L); // the load, too
    assertThat(cache.sizes).containsExactly(100L, 50L, 100L);
    assertThat(outcome.err())
        .contains("The server's cache, pages, holds 50 bytes for this run, 100 bytes otherwise");
    assertThat(outcome.out()).contains("cache limit 55 B");
    assertThat(stage.json().get("spec").get("cacheBytes").asLong()).isEqualTo(55);
  }

  @Test
  void smallerCache_staysAsItIs() {
    Stage.Outcome outcome = run("--cache", "1k").well();
    assertThat(cache.sizes).containsExactly(100L);
    assertThat(outcome.err()).contains("The server's cache, pages, holds 100 bytes as it is");
  }

  @Test
  void cacheThatStaysLarger_endsTheRunBeforeItLoads_andIsAsItWas() {
    cache.least = 60;
    Stage.Outcome outcome = run("--cache", "55");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines()).last().asString().contains("start it with --pages");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(cache.sizes).containsExactly(100L, 60L, 100L);
  }

  @Test
  void serverThatDoesNotSay_isRefused() {
    stage.binding.cache = null;
    Stage.Outcome outcome = run("--cache", "55");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).contains("does not report the size of its cache for these tables");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void failedRun_putsItBack() {
    stage.binding.fault =
        execution -> {
          throw new DbException(Kind.FATAL, "1", "broken", null);
        };
    assertThat(run("--cache", "55").exit()).isNotZero();
    assertThat(cache.bytes()).isEqualTo(100);
  }

  @Test
  void cacheThatCannotBePutBack_isAWarning_withWhatItWas() throws IOException {
    stage.binding.fault = execution -> cache.refusedUnder = 1000;
    Stage.Outcome outcome = run("--cache", "55").well();
    assertThat(outcome.err())
        .contains(
            "Warning: The size of the server's cache is not restored, it was 100 bytes before the run.");
    assertThat(stage.json().get("state").asString()).isEqualTo("completed");
  }

  @Test
  void noCacheAtAll_isASlip() {
    assertThat(run("--cache", "0").err()).contains("--cache must be 1 byte or more");
  }

  @Test
  void settingsOfTheServer_areMadeBeforeTheLoad_andRecorded() throws IOException {
    stage.binding.fault = execution -> assertThat(stage.binding.configured).hasSize(2);
    Stage.Outcome outcome = run("--before", "SET GLOBAL a=1", "--before", "SET GLOBAL b=2").well();
    assertThat(stage.binding.configured).containsExactly("SET GLOBAL a=1", "SET GLOBAL b=2");
    assertThat(outcome.out()).contains("after SET GLOBAL a=1, after SET\n  GLOBAL b=2");
    assertThat(stage.json().at("/spec/before").toString())
        .isEqualTo("[\"SET GLOBAL a=1\",\"SET GLOBAL b=2\"]");
  }

  @Test
  void refusedSettingOfTheServer_isWrongUsage_beforeTheLoad() {
    stage.binding.refused = "SET GLOBAL a=1";
    Stage.Outcome outcome = run("--before", "SET GLOBAL a=1");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("'SET GLOBAL a=1' failed: Unknown system variable");
    assertThat(stage.binding.tables).isEmpty();
  }
}
