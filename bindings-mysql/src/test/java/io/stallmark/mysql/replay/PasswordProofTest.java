package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;

/** The proofs are those of clients whose logins were recorded. */
final class PasswordProofTest {

  private static final byte[] PASSWORD = "r00tcanary".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NONCE = hex("676f75347a1f23362a412e1442791" + "94f4a3a1c16");
  private static final byte[] NONE = {};

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  @Test
  void nativePassword_isProvedAsByLibmysqlclient() {
    byte[] nonce = "!K7pQ$[~-a\"#*FdDeO=\"".getBytes(StandardCharsets.US_ASCII);
    assertThat(PasswordProof.nativePassword(PASSWORD, nonce))
        .isEqualTo(hex("1467423f9834d671d79f022446d32924cf4668ac89".substring(2)));
    assertThat(PasswordProof.nativePassword(NONE, nonce)).isEmpty();
  }

  @Test
  void cachingSha2_isProvedAsByConnectorJ() {
    assertThat(PasswordProof.cachingSha2(PASSWORD, NONCE))
        .isEqualTo(hex("38a7f0f5cac722232fb0ec6e4abf0e8ec552828fd3437b8be321b64b0bca06d8"));
    assertThat(PasswordProof.cachingSha2(NONE, NONCE)).isEmpty();
  }

  @Test
  void encryptedPassword_isReadWithTheServersKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair keys = generator.generateKeyPair();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----\n";
    byte[] encrypted =
        PasswordProof.encrypted(PASSWORD, NONCE, pem.getBytes(StandardCharsets.US_ASCII));
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    cipher.init(Cipher.DECRYPT_MODE, keys.getPrivate());
    byte[] mixed = cipher.doFinal(encrypted);
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] ^= NONCE[i];
    }
    assertThat(mixed).isEqualTo(PasswordProof.clear(PASSWORD)).endsWith(0);
  }

  @Test
  void otherKey_isRefused() {
    for (String pem : new String[] {"", "-----BEGIN X-----!", "AAAA"}) {
      byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
      assertThatThrownBy(() -> PasswordProof.encrypted(PASSWORD, NONCE, bytes))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }
}
