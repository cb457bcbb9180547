package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeExporterTest {

  @ParameterizedTest
  @CsvSource({
    "db1:9100, http://db1:9100/metrics",
    "db1, http://db1:9100/metrics",
    "db-1.example:80, http://db-1.example:80/metrics",
    "[fe80::1]:9100, http://[fe80::1]:9100/metrics",
    "10.0.0.7:9100/metrics, http://10.0.0.7:9100/metrics",
    "http://db1:9100, http://db1:9100/metrics",
    "http://db1:9100/, http://db1:9100/metrics",
    "https://db1/node/metrics, https://db1/node/metrics",
    "http://db1:9100/metrics?collect[]=cpu, http://db1:9100/metrics?collect[]=cpu",
    "http://db1:9100/metrics?a=b, http://db1:9100/metrics?a=b"
  })
  void whatPrometheusUsersWrite_leadsToThePage(String text, String url) throws SpecException {
    assertThat(NodeExporter.parse(text)).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":9100",
        "db1:",
        "db1:x",
        "db1:65536",
        "ftp://db1:9100",
        "http://u:hidden@db1:9100/metrics",
        "u:hidden@db1",
        "db1 :9100",
        "::1:9100",
        "http:db1",
        "http://db1:9100/<metrics>"
      })
  void anythingElse_isTold_andNoPasswordRepeated(String text) {
    assertThatThrownBy(() -> NodeExporter.parse(text))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("the address ")
        .hasMessageNotContaining("hidden");
  }
}
