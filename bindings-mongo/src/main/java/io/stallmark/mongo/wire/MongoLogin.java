package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.WireConnection;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.util.Arrays;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Login of a connection: messages are passed one at a time until the client sends a command that is
 * not part of a login. Used by one thread.
 */
final class MongoLogin {

  /** First bytes of a TLS connection: a handshake of any version of TLS. */
  private static final int HANDSHAKE = 0x16;

  private static final int TLS_MAJOR = 3;
  private static final int MAX_TLS_MINOR = 4;
  private static final int START = 3;

  private final WireConnection client;
  private final WireConnection server;
  private final HelloRewriter rewriter;
  private final LoginAttributes attributes = new LoginAttributes();
  private boolean begun; // a reply has been passed

  MongoLogin(WireConnection client, WireConnection server, InetSocketAddress listen) {
    this.client = client;
    this.server = server;
    rewriter = new HelloRewriter(address(listen));
  }

  /** Returns an address as a member of a replica set is named. */
  private static String address(InetSocketAddress listen) {
    String host = listen.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + listen.getPort();
  }

  /**
   * Passes the login.
   *
   * @return null: a side has closed the connection before the first other command
   */
  @Nullable OpenedSession pass() throws IOException {
    try {
      return passCommands(encrypt());
    } catch (BsonSerializationException e) {
      throw new ProtocolException("Login is not in MongoDB's protocol: " + e.getMessage());
    } catch (ProtocolException e) {
      throw e;
    } catch (IOException e) {
      if (begun) { // a connection that watches the server ends so
        return null;
      }
      throw e;
    }
  }

  /** Returns the bytes of the client that were read in order to recognise TLS. */
  private byte[] encrypt() throws IOException {
    if (server.canEncrypt()) {
      server.encrypt(new byte[0]);
    }
    byte[] start = client.in().readNBytes(START);
    if (!isHandshake(start)) {
      return start;
    }
    if (!client.canEncrypt()) {
      throw new IOException("The client requests TLS, but the proxy has no certificate");
    }
    client.encrypt(start);
    return new byte[0];
  }

  /** The length of a first message never looks like this: it would be above 64 KiB. */
  private static boolean isHandshake(byte[] start) {
    return start.length == START
        && start[0] == HANDSHAKE
        && start[1] == TLS_MAJOR
        && start[2] > 0
        && start[2] <= MAX_TLS_MINOR;
  }

  private @Nullable OpenedSession passCommands(byte[] read) throws IOException {
    byte[] start = read;
    while (true) {
      byte[] bytes = message(client.in(), start, "client");
      start = new byte[0];
      if (bytes.length == 0) {
        return null;
      }
      MongoMessage request = MongoMessage.at(bytes, 0, bytes.length);
      String command = request.opcode() == MongoMessage.OP_COMPRESSED ? "" : request.command();
      if (!CommandPolicy.isOfLogin(command)) {
        return new OpenedSession(attributes.all(), bytes);
      }
      boolean hello = HelloRewriter.isHello(command);
      attributes.request(command, HelloRewriter.command(request));
      server.out().write(hello ? rewriter.request(request) : bytes);
      if (!request.moreToCome() && !passReplies(hello)) {
        return null;
      }
    }
  }

  /** Passes a reply, and those that follow it without a request. False: there is none. */
  private boolean passReplies(boolean hello) throws IOException {
    boolean more = true;
    while (more) {
      byte[] bytes = message(server.in(), new byte[0], "server");
      if (bytes.length == 0) {
        if (!begun) {
          throw new EOFException("The server closed the connection during the login");
        }
        return false;
      }
      MongoMessage reply = MongoMessage.at(bytes, 0, bytes.length);
      if (hello) {
        attributes.reply(HelloRewriter.document(reply));
      }
      client.out().write(hello ? rewriter.reply(reply) : bytes);
      begun = true;
      more = reply.moreToCome();
    }
    return true;
  }

  /**
   * Reads a message.
   *
   * @param start its first bytes, if they were read before
   * @return empty: the side has closed the connection
   */
  private static byte[] message(InputStream in, byte[] start, String side) throws IOException {
    byte[] header = Arrays.copyOf(start, MongoMessage.HEADER);
    int read = start.length + in.readNBytes(header, start.length, header.length - start.length);
    if (read == 0) {
      return new byte[0];
    }
    if (read < header.length) {
      throw new EOFException("The " + side + " closed the connection within a message");
    }
    int length = BsonElements.getInt(header, 0);
    if (!MongoMessage.isPlausible(length, BsonElements.getInt(header, 12))) {
      throw new ProtocolException("The " + side + " does not speak MongoDB's protocol");
    }
    byte[] message = Arrays.copyOf(header, length);
    if (in.readNBytes(message, header.length, length - header.length) < length - header.length) {
      throw new EOFException("The " + side + " closed the connection within a message");
    }
    return message;
  }
}
