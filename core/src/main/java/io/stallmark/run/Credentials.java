package io.stallmark.run;

import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that a run needs to log in. They are never part of its {@link RunSpec}.
 *
 * @param url the URL with the secrets that only a driver understands; null if the URL of the
 *     specification has no such secrets
 * @param password the password; null: none
 * @param redactor removes every secret from the output
 * @param warnings warnings about how the secrets were given, whole sentences
 */
public record Credentials(
    @Nullable String url, @Nullable Secret password, Redactor redactor, List<String> warnings) {

  /** Credentials without a password. */
  public static final Credentials NONE = new Credentials(null, null, Redactor.NONE, List.of());

  public Credentials {
    warnings = List.copyOf(warnings);
  }

  public static Credentials ofPassword(String password) {
    Secret secret = new Secret(password);
    return new Credentials(null, secret, new Redactor(List.of(secret)), List.of());
  }

  /**
   * Returns the credentials for a URL as a user gave it.
   *
   * @param given the URL, possibly with a password
   * @param password the password to use; null: none
   * @param others other secrets that must not appear in the output
   */
  public static Credentials of(String given, @Nullable Secret password, List<Secret> others)
      throws SpecException {
    DatabaseUrl url = DatabaseUrl.parse(given);
    List<Secret> secrets = new ArrayList<>(url.secrets());
    if (password != null) {
      secrets.add(password);
    }
    secrets.addAll(others);
    return new Credentials(
        url.secrets().isEmpty() ? null : url.url(),
        password,
        new Redactor(secrets),
        warnings(url, password));
  }

  private static List<String> warnings(DatabaseUrl url, @Nullable Secret password) {
    if (url.password() == null) {
      return List.of();
    }
    String unused = url.password().equals(password) ? "" : ", and is not the one used";
    return List.of(
        "The password in the URL shows in the process list and the shell's history"
            + unused
            + "; STALLMARK_PASSWORD, --password-file and --password do not.");
  }
}
