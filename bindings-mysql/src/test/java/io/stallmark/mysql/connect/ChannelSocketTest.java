package io.stallmark.mysql.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of a Unix socket. */
final class ChannelSocketTest {

  @TempDir private Path directory;
  private ServerSocketChannel listener;
  private ChannelSocket socket;
  private SocketChannel server;

  @BeforeEach
  void connect() throws IOException {
    String path = directory.resolve("s").toString();
    listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(path));
    socket = ChannelSocket.unix(path);
    socket.connect(UnixDomainSocketAddress.of(path));
    server = listener.accept();
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    server.close();
    listener.close();
  }

  private CompletableFuture<Integer> reading() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return socket.getInputStream().read();
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  @Test
  void whatIsSent_arrives() throws IOException {
    socket.getOutputStream().write(new byte[] {1, 2, 3});
    assertThat(Channels.newInputStream(server).readNBytes(3)).containsExactly(1, 2, 3);
    server.write(ByteBuffer.wrap(new byte[] {4, 5}));
    InputStream in = socket.getInputStream();
    assertThat(in.read()).isEqualTo(4);
    assertThat(in.available()).isEqualTo(1);
    assertThat(in.read()).isEqualTo(5);
  }

  @Test
  void moreThanTheSocketHolds_isWrittenWhole() throws Exception {
    byte[] batch = new byte[4 << 20];
    new Random(1).nextBytes(batch);
    CompletableFuture<byte[]> arrived =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Channels.newInputStream(server).readNBytes(batch.length);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
    socket.getOutputStream().write(batch);
    assertThat(arrived.get()).isEqualTo(batch);
  }

  @Test
  void aServerThatHangsUp_isTheEnd() throws IOException {
    server.close();
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void aServerThatIsSilent_isWaitedForAsLongAsTheTimeoutSays() throws IOException {
    socket.setSoTimeout(20);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("20 ms");
    server.write(ByteBuffer.wrap(new byte[] {7}));
    socket.setSoTimeout(0);
    assertThat(socket.getInputStream().read()).isEqualTo(7);
  }

  @Test
  void aReadThatWaits_endsWhenTheSocketIsClosed() throws IOException {
    CompletableFuture<Integer> reading = reading();
    socket.close();
    assertThatThrownBy(reading::join).hasCauseInstanceOf(IOException.class);
    assertThat(socket.isClosed()).isTrue();
  }

  @Test
  void aReadThatWaits_endsWhenItsThreadIsInterrupted() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                socket.getInputStream().read();
              } catch (IOException e) {
                thrown.set(e);
              }
            });
    reader.start();
    reader.interrupt();
    reader.join();
    assertThat(thrown.get()).isInstanceOf(IOException.class);
    assertThat(socket.isClosed()).isTrue();
  }
}
