package io.stallmark.analysis.cost.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages as node exporter 1.5.0 served them, with devices that others had. */
final class NodeExporterProbeTest {

  private static final String PAGE =
      """
      # HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
      # TYPE node_cpu_seconds_total counter
      node_cpu_seconds_total{cpu="0",mode="idle"} 20779.78
      node_cpu_seconds_total{cpu="0",mode="iowait"} 120.1
      node_cpu_seconds_total{cpu="0",mode="nice"} 0.25
      node_cpu_seconds_total{cpu="0",mode="steal"} 11.5
      node_cpu_seconds_total{cpu="0",mode="system"} 4048.5
      node_cpu_seconds_total{cpu="1",mode="user"} 26082.25
      node_cpu_guest_seconds_total{cpu="0",mode="user"} 5
      node_disk_read_bytes_total{device="vda"} 1.45203753984e+11
      node_disk_read_bytes_total{device="dm-0"} 1.45203753984e+11
      node_disk_reads_completed_total{device="vda"} 5.445788e+06
      node_disk_reads_completed_total{device="zram0"} 7
      node_disk_writes_completed_total{device="vda"} 1.3865447e+07
      node_disk_writes_completed_total{device="nvme0n1"} 3
      node_disk_written_bytes_total{device="vda"} 4.3101724672e+11
      node_disk_io_time_seconds_total{device="vda"} 1319.244
      node_network_receive_bytes_total{device="docker0"} 4.3716630853e+10
      node_network_receive_bytes_total{device="eth0"} 2.742068693e+09
      node_network_transmit_bytes_total{device="eth0"} 5.558002e+06
      node_network_transmit_bytes_total{device="lo"} 9
      """;

  @Test
  void thePagesCountsAreSummed_eachByteOnce() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] bytes = PAGE.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(new NodeExporterProbe(URI.create(address + "/metrics")).read().counts())
          .isEqualTo(
              Map.of(
                  Resource.CPU_NANOS, 30_131_000_000_000L,
                  Resource.READS, 5_445_788L,
                  Resource.READ_BYTES, 145_203_753_984L,
                  Resource.WRITES, 13_865_450L,
                  Resource.WRITTEN_BYTES, 431_017_246_720L,
                  Resource.DISK_BUSY_NANOS, 1_319_244_000_000L,
                  Resource.RECEIVED_BYTES, 2_742_068_693L,
                  Resource.SENT_BYTES, 5_558_002L));
      assertThatThrownBy(new NodeExporterProbe(URI.create(address + "/nowhere"))::read)
          .isInstanceOf(IOException.class)
          .hasMessage("it answers 404");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whereNobodyListens_thatIsSaid() throws Exception {
    try (Socket silent = new Socket()) { // has the port, so that nobody else listens there
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String address = "http://127.0.0.1:" + silent.getLocalPort() + "/metrics";
      assertThatThrownBy(new NodeExporterProbe(URI.create(address))::read)
          .isInstanceOf(IOException.class)
          .hasMessage("it cannot be reached");
    }
  }

  @Test
  void anotherPage_countsNothing() {
    assertThat(NodeExporterPage.usage("<html>node_cpu_seconds_total</html>").counts()).isEmpty();
  }
}
