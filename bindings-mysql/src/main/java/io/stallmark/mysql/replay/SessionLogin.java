package io.stallmark.mysql.replay;

import io.stallmark.mysql.wire.ErrorPacket;
import io.stallmark.mysql.wire.LoginSide;
import io.stallmark.mysql.wire.LoginSide.Greeting;
import io.stallmark.mysql.wire.PayloadReader;
import io.stallmark.mysql.wire.ProtocolFlags;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * Login of a replayed session, with the capabilities of the recorded one. Supports
 * mysql_native_password, caching_sha2_password and, on secure connections, mysql_clear_password.
 *
 * @param local whether the connection does not leave this machine, so that it is secure
 */
record SessionLogin(Account account, RecordedLogin recorded, LoginSide server, boolean local) {

  /** User and password. */
  record Account(String user, byte[] password) {}

  private static final String NATIVE = "mysql_native_password";
  private static final String SHA2 = "caching_sha2_password";
  private static final String CLEAR = "mysql_clear_password";

  private static final int LONGEST_PACKET = 1 << 30;
  private static final int NONCE = 20;
  private static final int SWITCH = 0xfe;
  private static final byte[] KEY_REQUEST = {2};

  /**
   * Logs in.
   *
   * @return capabilities that both sides have
   * @throws DbException of kind REFUSED with the server's message, or of kind CONNECTION if the
   *     server is shutting down
   */
  long pass() throws IOException, DbException {
    byte[] first = server.read();
    if (LoginSide.kind(first) == LoginSide.ERROR) {
      throw refusal(first);
    }
    Greeting greeting = Greeting.read(first);
    long offered = greeting.capabilities();
    long capabilities = recorded.capabilities(offered);
    if (server.canEncrypt()) {
      if ((offered & ProtocolFlags.SSL) == 0) {
        throw DbException.refused("tls", "The server does not offer TLS");
      }
      capabilities |= ProtocolFlags.SSL;
      server.write(fixedFields(capabilities, offered));
      server.encrypt();
    }
    String plugin = greeting.plugin().equals(SHA2) ? SHA2 : NATIVE;
    server.write(response(fixedFields(capabilities, offered), plugin, greeting.nonce()));
    authenticate(greeting.nonce());
    return capabilities;
  }

  private byte[] fixedFields(long capabilities, long offered) {
    return ByteBuffer.allocate(LoginSide.FIXED_FIELDS)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0, (int) capabilities)
        .putInt(4, LONGEST_PACKET)
        .put(8, (byte) recorded.charset(offered))
        .putInt(LoginSide.FIXED_FIELDS - 4, (int) (capabilities >>> 32))
        .array();
  }

  private byte[] response(byte[] fixed, String plugin, byte[] nonce) throws DbException {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(fixed);
    text(fields, account.user());
    byte[] proof = proof(plugin, nonce);
    fields.write(proof.length);
    fields.writeBytes(proof);
    if (!recorded.schema().isEmpty()) {
      text(fields, recorded.schema());
    }
    text(fields, plugin);
    return fields.toByteArray();
  }

  private static void text(ByteArrayOutputStream fields, String text) {
    fields.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    fields.write(0);
  }

  private byte[] proof(String plugin, byte[] nonce) throws DbException {
    return switch (plugin) {
      case NATIVE -> PasswordProof.nativePassword(account.password(), nonce);
      case SHA2 -> PasswordProof.cachingSha2(account.password(), nonce);
      case CLEAR -> {
        if (!isSecure()) {
          throw DbException.refused(
              plugin, "The account sends its password as clear text; add --tls required");
        }
        yield PasswordProof.clear(account.password());
      }
      default ->
          throw DbException.refused(
              plugin,
              Text.format(
                  "The account logs in with %s; a replay needs one with %s or %s",
                  plugin, SHA2, NATIVE));
    };
  }

  private boolean isSecure() {
    return local || server.encrypted();
  }

  /** Answers the server until it accepts or refuses the account. */
  private void authenticate(byte[] greetingNonce) throws IOException, DbException {
    byte[] nonce = greetingNonce;
    while (true) {
      byte[] packet = server.read();
      int kind = LoginSide.kind(packet);
      if (kind == LoginSide.OK) {
        return;
      } else if (kind == LoginSide.ERROR) {
        throw refusal(packet);
      } else if (kind == SWITCH) {
        PayloadReader fields = new PayloadReader(packet, 1, packet.length);
        String plugin = packet.length > 1 ? fields.text() : "mysql_old_password";
        nonce = Arrays.copyOf(fields.rest(), NONCE);
        server.write(proof(plugin, nonce));
      } else if (kind == LoginSide.MORE && packet.length == 2 && packet[1] == LoginSide.FULL) {
        server.write(wholePassword(nonce));
      } else if (kind != LoginSide.MORE || packet.length != 2 || packet[1] != LoginSide.FAST) {
        throw new IOException("the server sent an unknown packet during the login");
      }
    }
  }

  /** The password itself, encrypted with the server's key unless the connection is secure. */
  private byte[] wholePassword(byte[] nonce) throws IOException, DbException {
    if (isSecure()) {
      return PasswordProof.clear(account.password());
    }
    server.write(KEY_REQUEST);
    byte[] key = server.read();
    if (LoginSide.kind(key) == LoginSide.ERROR) {
      throw refusal(key);
    }
    try {
      return PasswordProof.encrypted(
          account.password(), nonce, Arrays.copyOfRange(key, 1, key.length));
    } catch (GeneralSecurityException e) {
      throw new IOException("the server's public key cannot be used", e);
    }
  }

  private static DbException refusal(byte[] packet) {
    int code = ErrorPacket.code(packet);
    return new DbException(
        RawConnection.isEndedBy(code) ? Kind.CONNECTION : Kind.REFUSED,
        String.valueOf(code),
        ErrorPacket.text(packet, packet.length));
  }
}
