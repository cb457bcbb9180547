package io.stallmark.mysql.replay;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;

/** What a client sends to prove that it has a password. Nothing is kept. */
final class PasswordProof {

  private PasswordProof() {}

  /** Proof for {@code mysql_native_password}: SHA1(p) xor SHA1(nonce, SHA1(SHA1(p))). */
  static byte[] nativePassword(byte[] password, byte[] nonce) {
    if (password.length == 0) {
      return password;
    }
    byte[] once = digest("SHA-1", password);
    return mixed(once, digest("SHA-1", nonce, digest("SHA-1", once)));
  }

  /** Proof for {@code caching_sha2_password}: SHA256(p) xor SHA256(SHA256(SHA256(p)), nonce). */
  static byte[] cachingSha2(byte[] password, byte[] nonce) {
    if (password.length == 0) {
      return password;
    }
    byte[] once = digest("SHA-256", password);
    return mixed(once, digest("SHA-256", digest("SHA-256", once), nonce));
  }

  private static byte[] digest(String algorithm, byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK has no " + algorithm, e);
    }
  }

  /** Combines bytes with a mask, which is repeated as often as needed. */
  private static byte[] mixed(byte[] bytes, byte[] mask) {
    byte[] mixed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      mixed[i] = (byte) (bytes[i] ^ mask[i % mask.length]);
    }
    return mixed;
  }

  /** Returns the password as text that ends with a zero byte. */
  static byte[] clear(byte[] password) {
    return Arrays.copyOf(password, password.length + 1);
  }

  /**
   * Encrypts the password for the server only.
   *
   * @param pem the server's public RSA key
   * @throws GeneralSecurityException if this is no such key
   */
  static byte[] encrypted(byte[] password, byte[] nonce, byte[] pem)
      throws GeneralSecurityException {
    String text = new String(pem, StandardCharsets.US_ASCII).replaceAll("-----[A-Z ]+-----", "");
    PublicKey key;
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(text);
      key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("no PEM", e);
    }
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(mixed(clear(password), nonce));
  }
}
