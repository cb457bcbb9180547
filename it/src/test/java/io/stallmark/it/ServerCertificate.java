package io.stallmark.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import org.testcontainers.images.builder.Transferable;

/**
 * A certificate that signs itself, for the loopback address, and its key.
 *
 * @param ca the certificate alone, for the client
 * @param text certificate and key, for the server
 */
public record ServerCertificate(Path ca, String text) {

  /** Where the server finds it. */
  public static final String PATH = "/tls.pem";

  private static final String WORD = "changeit";
  private static final int READABLE = 0644;

  /** Made by the JDK's own tool. */
  public static ServerCertificate make(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "RSA",
                "-storetype",
                "PKCS12",
                "-storepass",
                WORD,
                "-keystore",
                file.toString(),
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-ext",
                "bc=ca:true")
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, WORD.toCharArray());
    }
    String certificate = pem("CERTIFICATE", store.getCertificate("server").getEncoded());
    String key = pem("PRIVATE KEY", store.getKey("server", WORD.toCharArray()).getEncoded());
    return new ServerCertificate(
        Files.writeString(directory.resolve("ca.pem"), certificate), certificate + key);
  }

  public Transferable whole() {
    return Transferable.of(text.getBytes(StandardCharsets.US_ASCII), READABLE);
  }

  private static String pem(String what, byte[] bytes) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
