package io.stallmark.capture;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * A certificate for the loopback address that signs itself.
 *
 * @param certificate PEM file of the certificate
 * @param identity PEM file of the certificate and its PKCS#8 key
 * @param store the same as a key store with the password {@value #WORD}
 */
record ToyCertificate(Path certificate, Path identity, KeyStore store) {

  static final String WORD = "changeit";

  /** Makes one by the JDK's tool. */
  static ToyCertificate make(Path directory, String algorithm)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String options =
        String.format(
                Locale.ROOT,
                "-genkeypair -alias toy -keyalg %s -storetype PKCS12 -storepass %s -dname CN=localhost",
                algorithm,
                WORD)
            + " -ext san=ip:127.0.0.1";
    List<String> command = new ArrayList<>(List.of(keytool));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-keystore", file.toString()));
    Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, WORD.toCharArray());
    }
    String certificate = pem("CERTIFICATE", store.getCertificate("toy").getEncoded());
    String key = pem("PRIVATE KEY", store.getKey("toy", WORD.toCharArray()).getEncoded());
    return new ToyCertificate(
        Files.writeString(directory.resolve("certificate.pem"), certificate),
        Files.writeString(directory.resolve("identity.pem"), certificate + key),
        store);
  }

  static String pem(String what, byte[] bytes) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
