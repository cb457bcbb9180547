package io.stallmark.cluster.protocol;

import io.stallmark.text.Text;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Message of the protocol. Its form: version, type, number of the run, then the content, which is
 * JSON except for intervals.
 *
 * @param run number of the run that it belongs to; 0: none
 * @param content compressed; empty: the message has none
 */
public record Message(Type type, int run, byte[] content) {

  /** Version of the protocol. Another one is refused. */
  public static final int VERSION = 7;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST_CONTENT = 64 << 20; // bytes

  /** Kinds of message, in the order of a load and a run. */
  public enum Type {
    /** From an agent: {@link Hello}. */
    HELLO,
    /** The agent is not accepted; a sentence. */
    REFUSED,
    /** {@link LoadAssignment}. */
    LOAD,
    /** From an agent: {@link LoadedRows}. */
    LOADING,
    /** From an agent: it has inserted its share of the rows. */
    LOADED,
    /** {@link AgentAssignment}. */
    ASSIGN,
    /** From an agent: it connects clients, and has connected more. */
    CONNECTING,
    /** From an agent: {@link Ready}. */
    READY,
    /** From an agent, whose load has failed or whose run could not begin: {@link Failure}. */
    FAILED,
    /** A number, to be sent back. */
    PING,
    /** From an agent: {@link Pong}. */
    PONG,
    /** {@link Start}. */
    START,
    /** From an agent: {@link IntervalReport}. */
    INTERVAL,
    /** From an agent: a warning for the user, a sentence. */
    WARNING,
    /** The load or run ends early. */
    STOP,
    /** From an agent: {@link Done}. */
    DONE,
    /** The coordinator has the agent's intervals, and its result or failure. */
    TAKEN,
    /** The coordinator has no more runs. */
    BYE
  }

  /**
   * Introduces an agent.
   *
   * @param stallmark version of the program, which must be the coordinator's
   * @param processors number of processors that it may use
   * @param process where it runs
   */
  public record Hello(String name, String stallmark, int processors, HostProcess process) {}

  /**
   * Answer to a ping.
   *
   * @param number number of the ping
   * @param clock clock of the agent, nanoseconds; only differences have a meaning
   */
  public record Pong(long number, long clock) {}

  /**
   * Starts the clients of an agent.
   *
   * @param begin begin of the run, warm-up included, on the agent's clock
   */
  public record Start(long begin) {}

  /**
   * Rows that an agent has handled since its last message.
   *
   * @param inserted number of rows that it has inserted
   * @param found number of rows that were in the tables
   */
  public record LoadedRows(long inserted, long found) {}

  /**
   * Gives an agent its share of a load.
   *
   * @param share the specification and the place of the agent
   * @param resumes whether the tables may contain a part of the rows
   * @param owner owner of the lease on the load; 0: it has none
   */
  public record LoadAssignment(AgentAssignment share, boolean resumes, long owner) {}

  /**
   * Says that all clients of an agent are connected.
   *
   * @param hash SHA-256 of the specification as the agent has read and written it again
   * @param kinds names of the kinds of operation, in order
   * @param files files that its clients read, with a hash of their content; empty: they read none
   */
  public record Ready(String hash, List<String> kinds, String files) {
    public Ready {
      kinds = List.copyOf(kinds);
    }
  }

  /** Creates a message with a content in JSON. */
  public static Message of(Type type, int run, Object content) {
    return new Message(type, run, deflate(JSON.writeValueAsBytes(content)));
  }

  /** Creates a message without content. */
  public static Message of(Type type, int run) {
    return new Message(type, run, new byte[0]);
  }

  /** Creates the message of an interval. */
  static Message ofBytes(Type type, int run, byte[] bytes) {
    return new Message(type, run, deflate(bytes));
  }

  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Short.BYTES + Integer.BYTES + content.length);
    bytes.putShort((short) VERSION).putShort((short) type.ordinal()).putInt(run).put(content);
    return bytes.array();
  }

  /**
   * Reads a message.
   *
   * @throws IOException if it is of another version or is no message; one line for the user
   */
  public static Message read(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedShort();
      if (version != VERSION) {
        throw new IOException(
            Text.format(
                    "The protocol of the cluster has version %d here and %d there: use the same stallmark",
                    VERSION, version)
                + " on all machines");
      }
      int type = in.readUnsignedShort();
      if (type >= Type.values().length) {
        throw new IOException("Message of unknown type " + type);
      }
      return new Message(Type.values()[type], in.readInt(), in.readAllBytes());
    }
  }

  /**
   * Reads the content.
   *
   * @throws IOException if it has another form
   */
  public <T> T as(Class<T> form) throws IOException {
    try {
      return JSON.readValue(inflated(), form);
    } catch (JacksonException e) {
      throw new IOException("A message of type " + type + " is damaged", e);
    }
  }

  byte[] inflated() throws IOException {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(content))) {
      byte[] all = in.readNBytes(MOST_CONTENT);
      if (all.length == MOST_CONTENT) {
        throw new IOException("A message of type " + type + " is too long");
      }
      return all;
    }
  }

  private static byte[] deflate(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(compressed, deflater)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    } finally {
      deflater.end();
    }
    return compressed.toByteArray();
  }
}
