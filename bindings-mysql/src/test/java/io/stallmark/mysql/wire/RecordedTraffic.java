package io.stallmark.mysql.wire;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * A session between a real client and a real server, as a tap in between saw it.
 *
 * @param facts the capabilities, and what the client counted
 * @param login payloads with headers, from both sides
 */
record RecordedTraffic(Map<String, String> facts, List<Piece> login, List<Piece> pieces) {

  /** Bytes of one read. */
  record Piece(boolean sent, long time, byte[] bytes) {}

  /** Reads a file of the resources. */
  static RecordedTraffic of(String name) {
    Map<String, String> facts = new HashMap<>();
    List<Piece> login = new ArrayList<>();
    List<Piece> pieces = new ArrayList<>();
    InputStream file =
        Objects.requireNonNull(RecordedTraffic.class.getResourceAsStream(name + ".tap.gz"));
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(file), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        byte[] bytes = Base64.getDecoder().decode(line.startsWith("#") ? "" : last(words));
        if (line.startsWith("#")) {
          Arrays.stream(words)
              .skip(1)
              .map(word -> word.split("="))
              .forEach(pair -> facts.put(pair[0], pair[1]));
        } else if (line.startsWith("login")) {
          login.add(new Piece(words[0].endsWith(">"), 0, bytes));
        } else {
          pieces.add(new Piece(words[0].equals(">"), Long.parseLong(words[1]) * 1000, bytes));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RecordedTraffic(facts, login, pieces);
  }

  private static String last(String[] words) {
    return words[words.length - 1];
  }

  long fact(String name) {
    return Long.parseLong(facts.get(name));
  }

  OpenedSession opened() {
    return new OpenedSession(
        Map.of(
            "client-capabilities", facts.get("client"), "server-capabilities", facts.get("server")),
        new byte[0]);
  }

  /** Receives a session's records. */
  static final class Records implements TraceSink {

    final List<TraceRecord> all = new ArrayList<>();

    @Override
    public void record(TraceRecord record) {
      all.add(record);
    }

    @Override
    public void omitted(String command) {
      throw new AssertionError(command);
    }

    <T> List<T> of(Class<T> type) {
      return all.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  /** Passes the bytes to a parser by way of something that cuts or loses them. */
  interface Way {
    void pass(SessionParser parser, Piece piece);
  }

  Records parsed(boolean whole, Way way) {
    Records records = new Records();
    SessionParser parser =
        new MySqlWireProtocol("mysql://u@h/d", List.of()).parser(opened(), 7, whole, records);
    for (Piece piece : pieces) {
      way.pass(parser, piece);
    }
    parser.end(pieces.get(pieces.size() - 1).time());
    return records;
  }

  Records parsed() {
    return parsed(false, RecordedTraffic::pass);
  }

  static void pass(SessionParser parser, Piece piece) {
    if (piece.sent()) {
      parser.sent(piece.time(), piece.bytes());
    } else {
      parser.replied(piece.time(), piece.bytes());
    }
  }
}
