package io.stallmark.mongo.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "mongodb://db1/bench, db1, 27017",
    "mongodb://db1:4000, db1, 4000",
    "mongodb://bench@db1:4000/bench?authSource=admin, db1, 4000",
    "mongodb://[::1]:4000/bench, ::1, 4000",
    "mongodb://127.0.0.1, 127.0.0.1, 27017",
  })
  void address_isTheHostOfTheUrl(String url, String host, int port) {
    InetSocketAddress address = MongoUrl.address(url);
    assertThat(address.isUnresolved()).isTrue();
    assertThat(address.getHostString()).isEqualTo(host);
    assertThat(address.getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mongodb+srv://db.example/bench | A recording needs the URL of one server",
        "embedded:mongo | A recording needs the URL of one server",
        "mongodb://a,b:4000/bench | The URL names 2 servers",
        "mongodb://%2Ftmp%2Fmongodb.sock/bench | The URL names a Unix domain socket",
        "mongodb://a/?compresors=zlib | The URL has the option compresors",
        "mongodb://a:x/bench | The connection string contains an invalid host",
      })
  void otherUrl_isRefused(String url, String message) {
    assertThatThrownBy(() -> MongoUrl.address(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
