package io.stallmark.report.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that grows by whole pieces: each is with the operating system when {@link #append}
 * returns, so a killed program loses none, and one that does not fit on the disk leaves nothing
 * behind.
 */
final class AppendFile implements Closeable {

  private final Path path;
  private final FileChannel channel;

  AppendFile(Path path) throws IOException {
    this.path = path;
    channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  void append(String piece) throws IOException {
    long whole = channel.position();
    ByteBuffer bytes = ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      channel.truncate(whole);
      throw ResultFiles.failure(path, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
