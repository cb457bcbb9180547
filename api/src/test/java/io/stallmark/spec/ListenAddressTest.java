package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ListenAddressTest {

  @ParameterizedTest
  @CsvSource({
    "prometheus:9404, 127.0.0.1, 9404, 127.0.0.1:9404",
    "prometheus:0, 127.0.0.1, 0, 127.0.0.1:0",
    "prometheus:0.0.0.0:9404, 0.0.0.0, 9404, 0.0.0.0:9404",
    "prometheus:db-1.example:80, db-1.example, 80, db-1.example:80",
    "prometheus:[::]:9404, ::, 9404, [::]:9404",
    "prometheus:[fe80::1%eth0]:1, fe80::1%eth0, 1, [fe80::1%eth0]:1"
  })
  void host_isThisMachineUnlessSaid(String text, String host, int port, String shown)
      throws SpecException {
    ListenAddress address = ListenAddress.ofMetrics(text);
    assertThat(address).isEqualTo(new ListenAddress(host, port));
    assertThat(address).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "9404",
        "prometheus",
        "prometheus:",
        "prometheus:x",
        "prometheus:65536",
        "prometheus:99999999999",
        "prometheus:::1:9404",
        "prometheus::9404",
        "graphite:9404",
        "prometheus:http://h:80",
        "prometheus:h:-1"
      })
  void anythingElse_isTold(String text) {
    assertThatThrownBy(() -> ListenAddress.ofMetrics(text))
        .isInstanceOf(SpecException.class)
        .hasMessage(
            "'" + text + "' is not prometheus:PORT or prometheus:HOST:PORT, as in prometheus:9404");
  }
}
