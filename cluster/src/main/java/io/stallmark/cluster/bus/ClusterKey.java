package io.stallmark.cluster.bus;

import io.stallmark.spec.InputText;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Set;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The secret that all members of a cluster share. With it, every connection is TLS 1.3, and both
 * sides prove in the handshake that they have the key. A stranger can therefore neither join, read,
 * change, inject nor replay anything, failure detection included.
 *
 * <p>It protects against strangers, not against members: a member can send anything in the name of
 * another one. Who has recorded a handshake or talks to a port can test guesses of the key, each at
 * the price of the key derivation; a random key cannot be guessed. A stranger can still open
 * connections and keep the port busy.
 *
 * <p>JGroups' SYM_ENCRYPT and AUTH were not taken: they leave discovery and failure detection
 * unprotected, and know no sessions, so that they do not notice a replayed message.
 */
public final class ClusterKey {

  public static final String VARIABLE = "STALLMARK_CLUSTER_KEY";

  private static final String OPTION = "--cluster-key-file";
  private static final int SHORTEST = 16;

  /** A guess costs an attacker as many hashes. On a busy machine this takes a second. */
  private static final int ITERATIONS = 200_000;

  private static final byte[] SALT = "Stallmark cluster".getBytes(StandardCharsets.US_ASCII);

  private final SSLContext tls;

  private ClusterKey(SSLContext tls) {
    this.tls = tls;
  }

  /**
   * Returns the key of the file, otherwise that of the environment; null: neither is given. Slow on
   * purpose, see {@link #ITERATIONS}.
   *
   * @throws SpecException if the file cannot be read, or the key is too short
   */
  public static @Nullable ClusterKey find(@Nullable Path file, Map<String, String> environment)
      throws SpecException {
    if (file != null) {
      return of(OPTION, read(file));
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    return variable.isEmpty() ? null : of(VARIABLE, firstLine(variable));
  }

  /** Whether other users of this machine may read the file, as far as its permissions say. */
  public static boolean isExposed(Path file) {
    try {
      Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
      return allowed.contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // a missing file is another complaint
    }
  }

  private static Secret read(Path file) throws SpecException {
    try {
      return firstLine(InputText.read(file));
    } catch (IOException e) {
      // not repeated, because it may be the key
      throw new SpecException(OPTION + ": the file cannot be read");
    }
  }

  /** Without the end of line that tools add to a file, or to a variable made of one. */
  private static Secret firstLine(String text) {
    return new Secret(text.lines().findFirst().orElse(""));
  }

  private static ClusterKey of(String source, Secret key) throws SpecException {
    if (key.reveal().length() < SHORTEST) {
      throw new SpecException(
          "%s: the cluster key has fewer than %d characters; 'openssl rand -hex 32' makes one",
          source, SHORTEST);
    }
    try {
      PBEKeySpec slow =
          new PBEKeySpec(
              key.reveal().toCharArray(), SALT, ITERATIONS, KeyCertificate.SEED_BYTES * Byte.SIZE);
      byte[] seed =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(slow).getEncoded();
      return new ClusterKey(KeyCertificate.of(seed).tls());
    } catch (GeneralSecurityException | IOException e) {
      // without its cause, whose message may contain the key
      throw new SpecException(
          "%s: this Java cannot derive the cluster key; use OpenJDK 17 or newer", source);
    }
  }

  SSLContext tls() {
    return tls;
  }

  @Override
  public String toString() {
    return "***";
  }
}
