package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.SessionParser;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/**
 * Traffic of a connection as a proxy read it.
 *
 * @param pieces in the order of reading
 */
record RecordedTraffic(List<Piece> pieces) {

  /** Bytes read at once. */
  record Piece(boolean ofServer, byte[] bytes) {

    void feed(SessionParser parser, long time) {
      if (ofServer) {
        parser.replied(time, bytes);
      } else {
        parser.sent(time, bytes);
      }
    }
  }

  /** Reads a file of pieces: direction, length and bytes of each. */
  static RecordedTraffic of(String name) {
    List<Piece> pieces = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new GZIPInputStream(open(name + ".gz")))) {
      for (int direction = in.read(); direction >= 0; direction = in.read()) {
        byte[] bytes = new byte[Integer.reverseBytes(in.readInt())];
        in.readFully(bytes);
        pieces.add(new Piece(direction == 1, bytes));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RecordedTraffic(List.copyOf(pieces));
  }

  /** What the client saw: name, error code, documents and changed documents of each command. */
  static List<String> seen(String name) {
    try (InputStream in = open(name + ".txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    return Objects.requireNonNull(RecordedTraffic.class.getResourceAsStream(name), name);
  }

  /** Bytes of one direction. */
  byte[] direction(boolean ofServer) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.stream().filter(p -> p.ofServer() == ofServer).forEach(p -> all.writeBytes(p.bytes()));
    return all.toByteArray();
  }

  /** The same bytes in other pieces, of up to {@code most} bytes. */
  RecordedTraffic cut(int most, Random random) {
    List<Piece> cut = new ArrayList<>();
    for (Piece piece : pieces) {
      int from = 0;
      while (from < piece.bytes().length) {
        int to = Math.min(piece.bytes().length, from + 1 + random.nextInt(most));
        cut.add(new Piece(piece.ofServer(), Arrays.copyOfRange(piece.bytes(), from, to)));
        from = to;
      }
    }
    return new RecordedTraffic(cut);
  }

  /** Records of the pieces, one nanosecond apart. */
  TraceRecords parsed(boolean whole) {
    TraceRecords records = new TraceRecords();
    SessionParser parser = new MongoSessionParser(1, whole, records);
    long time = 0;
    for (Piece piece : pieces) {
      piece.feed(parser, ++time);
    }
    parser.end(time);
    return records;
  }
}
