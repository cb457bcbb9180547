package io.stallmark.report.file;

import io.stallmark.text.FileTrouble;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * File to which whole pieces are appended. When {@link #append} returns, the operating system has
 * the piece, so a killed program loses none. A piece that does not fit on the disk is removed.
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
      throw FileTrouble.unwritten(path, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
