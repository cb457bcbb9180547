package io.stallmark.cluster.bus;

import io.stallmark.spi.wire.CertificateCheck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECPrivateKey;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A certificate and its private key, both computed from a seed: whoever has the seed has the same
 * ones. TLS then shows who has it. Java's TLS has no pre-shared keys, which would need no
 * certificate.
 *
 * @param key of Ed25519, whose bytes are the seed
 */
record KeyCertificate(X509Certificate certificate, PrivateKey key) {

  static final int SEED_BYTES = 32;

  /** Thrown in a handshake with a peer whose certificate was computed from another seed. */
  static final class OtherKeyException extends CertificateException {

    private static final long serialVersionUID = 1;

    OtherKeyException() {
      super("the peer has another key");
    }
  }

  static KeyCertificate of(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    // the only way in Java to the public key: the generator's random bytes are the private key
    generator.initialize(255, new Seed(seed));
    KeyPair pair = generator.generateKeyPair();
    if (!(pair.getPrivate() instanceof EdECPrivateKey made)
        || !Arrays.equals(made.getBytes().orElse(new byte[0]), seed)) {
      throw new GeneralSecurityException("another implementation of Ed25519");
    }
    byte[] encoded = Der.certificate(pair);
    Certificate certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(encoded));
    return new KeyCertificate((X509Certificate) certificate, pair.getPrivate());
  }

  /** TLS in which both sides have this certificate, and accept no other one. */
  SSLContext tls() throws GeneralSecurityException, IOException {
    char[] none = new char[0];
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, none);
    store.setKeyEntry("key", key, none, new Certificate[] {certificate});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, none);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), new TrustManager[] {new SameKey(certificate)}, null);
    return context;
  }

  private static final class Seed extends SecureRandom {

    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    private Seed(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] target) {
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }

  private static final class SameKey extends CertificateCheck {

    private final byte[] expected;

    private SameKey(X509Certificate certificate) {
      this.expected = certificate.getPublicKey().getEncoded();
    }

    @Override
    protected void check(X509Certificate[] chain) throws CertificateException {
      if (!MessageDigest.isEqual(expected, chain[0].getPublicKey().getEncoded())) {
        throw new OtherKeyException();
      }
    }
  }

  /** The encoding of a self-signed certificate (RFC 5280, RFC 8410). */
  private static final class Der {

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT = 0x06;
    private static final int UTF8 = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;

    private static final byte[] ED25519 =
        value(SEQUENCE, value(OBJECT, new byte[] {0x2b, 0x65, 0x70}));
    private static final byte[] COMMON_NAME = value(OBJECT, new byte[] {0x55, 0x04, 0x03});

    static byte[] certificate(KeyPair pair) throws GeneralSecurityException {
      byte[] name =
          value(SEQUENCE, value(SET, value(SEQUENCE, COMMON_NAME, value(UTF8, text("Stallmark")))));
      byte[] validity =
          value(
              SEQUENCE,
              value(UTC_TIME, text("200101000000Z")),
              value(TIME, text("99991231235959Z")));
      byte[] body =
          value(
              SEQUENCE,
              value(VERSION, value(INTEGER, new byte[] {2})),
              value(INTEGER, new byte[] {1}),
              ED25519,
              name,
              validity,
              name,
              pair.getPublic().getEncoded());
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(pair.getPrivate());
      signature.update(body);
      return value(SEQUENCE, body, ED25519, value(BIT_STRING, new byte[1], signature.sign()));
    }

    private static byte[] text(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] value(int tag, byte[]... parts) {
      int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(tag);
      if (length > 0xff) {
        out.write(0x82);
        out.write(length >> Byte.SIZE);
      } else if (length > 0x7f) {
        out.write(0x81);
      }
      out.write(length);
      for (byte[] part : parts) {
        out.writeBytes(part);
      }
      return out.toByteArray();
    }
  }
}
