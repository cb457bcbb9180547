package io.stallmark.run.duet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerLocationTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "embedded:mysql?durability=os",
        "mysql://localhost/db",
        "mysql://user@LOCALHOST:3306/db",
        "mongodb://user:p%40ss@127.0.0.1:27017/db",
        "mysql://user:p@ss@127.0.0.1/db",
        "mysql://localhost?user=a@b",
        "jdbc:mysql://localhost/db",
        "jdbc:h2:tcp://localhost:9092/db",
        "mysql://0.0.0.0/db",
        "mongodb://%2Ftmp%2Fmongodb.sock/db",
        "postgresql://[::1]:5432/db",
        "mariadb:///db?socket=/run/mysqld/mysqld.sock"
      })
  void serverOfThisMachine_isHere(String url) {
    assertThat(ServerLocation.isHere(url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://db1/test",
        "mysql://localhost.example.org/db",
        "mongodb://192.0.2.1:27017,localhost/db",
        "postgresql://[2001:db8::1]/db",
        "jdbc:mysql://db1/localhost",
        "mongodb+srv://example.org/db",
        "ycsb:org.example.Client",
        "jdbc:h2:mem:one",
        "jdbc:h2:file:///tmp/one",
        "sqlite:/tmp/one",
        "mysql://user@127.0.0.1.example.org/db",
        "mysql://user@1.2.3.4.5/db"
      })
  void otherServer_isNot(String url) {
    assertThat(ServerLocation.isHere(url)).isFalse();
  }

  @Test
  void eachAddressOfThisMachine_isHere() throws Exception {
    List<InetAddress> own =
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
    assertThat(own).isNotEmpty();
    for (InetAddress address : own) {
      String host = address.getHostAddress().replaceFirst("%.*", "");
      String url = "mysql://" + (address instanceof Inet6Address ? "[" + host + "]" : host) + "/db";
      assertThat(ServerLocation.isHere(url)).as(url).isTrue();
    }
  }
}
