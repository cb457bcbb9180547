package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class ReservedPortTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @Test
  void aReservedPort_isClosed_untilItsProgramListens() throws Exception {
    try (ReservedPort port = new ReservedPort()) {
      assertThatThrownBy(() -> new Socket(HERE, port.number()))
          .isInstanceOf(ConnectException.class);
      try (ServerSocket program = new ServerSocket(port.number(), 1, HERE);
          Socket client = new Socket(HERE, port.number());
          Socket served = program.accept()) {
        assertThat(served.getPort()).isEqualTo(client.getLocalPort());
      }
    }
  }
}
