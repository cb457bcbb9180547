package io.stallmark.spi.wire;

import io.stallmark.text.FileTrouble;
import io.stallmark.text.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * Reader of certificates and keys in PEM files. Methods throw {@link RefusedException} with one
 * line for the user if the file has not what is asked for. Messages never contain its text.
 */
public final class PemFile {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private final Path file;
  private final List<Certificate> chain = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private boolean otherKey;

  private PemFile(Path file) {
    this.file = file;
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      byte[] content = Files.readAllBytes(file);
      Matcher blocks = BLOCK.matcher(new String(content, StandardCharsets.ISO_8859_1));
      if (!blocks.find()) { // Java also reads certificates that are not in PEM
        chain.addAll(factory.generateCertificates(new ByteArrayInputStream(content)));
      }
      blocks.reset();
      while (blocks.find()) {
        if (blocks.group(1).equals(CERTIFICATE)) {
          chain.add(factory.generateCertificate(new ByteArrayInputStream(bytes(blocks.group(2)))));
        } else if (blocks.group(1).equals(KEY)) {
          keys.add(bytes(blocks.group(2)));
        } else {
          otherKey |= blocks.group(1).endsWith(KEY);
        }
      }
    } catch (NoSuchFileException e) {
      throw trouble("cannot be read: no such file");
    } catch (IOException e) {
      throw trouble("cannot be read: " + FileTrouble.reason(e));
    } catch (CertificateException | IllegalArgumentException e) {
      throw trouble("has a part that is not valid PEM");
    }
    if (chain.isEmpty()) {
      throw trouble("has no certificate in PEM format");
    }
  }

  private static byte[] bytes(String base64) {
    return Base64.getMimeDecoder().decode(base64);
  }

  private RefusedException trouble(String what) {
    return new RefusedException(file + " " + what);
  }

  /** Returns the certificates of a file. */
  public static KeyStore certificates(Path file) {
    PemFile pem = new PemFile(file);
    try {
      KeyStore store = emptyStore();
      for (Certificate authority : pem.chain) {
        store.setCertificateEntry("ca-" + store.size(), authority);
      }
      return store;
    } catch (GeneralSecurityException e) {
      throw pem.trouble("has certificates that cannot be used: " + e.getMessage());
    }
  }

  /** Returns managers that identify a server by the certificates and the key of a file. */
  public static KeyManager[] identity(Path file) {
    PemFile pem = new PemFile(file);
    if (pem.keys.size() != 1) {
      throw pem.trouble(
          pem.otherKey && pem.keys.isEmpty()
              ? "has a key that is not PKCS#8 without a passphrase: convert it with 'openssl pkcs8"
                  + " -topk8 -nodes'"
              : "has " + pem.keys.size() + " private keys, not one (BEGIN PRIVATE KEY)");
    }
    try {
      KeyStore store = emptyStore();
      char[] none = new char[0];
      store.setKeyEntry("server", pem.key(), none, pem.chain.toArray(new Certificate[0]));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, none);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw pem.trouble("has a key and a certificate that cannot be used: " + e.getMessage());
    }
  }

  private PrivateKey key() throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm)
            .generatePrivate(new PKCS8EncodedKeySpec(keys.get(0)));
      } catch (InvalidKeySpecException e) {
        // a key of another algorithm
      }
    }
    throw trouble("has a private key that is not RSA, EC or Ed25519");
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException(e); // nothing is read
    }
    return store;
  }
}
