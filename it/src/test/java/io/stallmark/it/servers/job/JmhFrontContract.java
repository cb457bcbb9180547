package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.spi.workload.Setting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of every workload as a JMH benchmark on one server. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JmhFrontContract {

  Server server;

  /** Starts the server. */
  abstract Server start();

  @BeforeAll
  void startServer() {
    server = start();
  }

  @Test
  void sysbench(@TempDir Path directory) throws Exception {
    assertThat(measured(directory, "-p workload=sysbench -p options=tables:1+rows:500"))
        .hasSize(17)
        .contains("read_write", "select_random_ranges", "simple_range", "delete_insert")
        .endsWith("insert", "delete");
  }

  @Test
  void timeseries(@TempDir Path directory) throws Exception {
    String options = "-p options=preload:20+sensors:100+batch:100";
    assertThat(measured(directory, "-p workload=timeseries " + options))
        .containsExactly("latest", "range", "tick", "downsample", "insert");
  }

  @Test
  void linkbench(@TempDir Path directory) throws Exception {
    assertThat(measured(directory, "-p workload=linkbench -p options=ids:500"))
        .containsExactlyElementsOf(Setting.names(GraphOperation.class));
  }

  private List<String> measured(Path directory, String what) throws Exception {
    JmhFrontProcess front = new JmhFrontProcess(directory);
    String storage = server.storageOption();
    JmhFrontProcess.Ended ended =
        front.call(
            server.password(),
            "-f 0 -wi 0 -i 1 -r 100ms -p url="
                + server.url()
                + (storage == null ? "" : " -p storage=" + storage.replace('=', ':'))
                + JmhFrontProcess.JSON
                + what);
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out() + ended.err()).doesNotContain(server.password(), "<failure>");
    return front.operations();
  }
}
