package io.stallmark.run;

import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run needs to log in, which is never part of its {@link RunSpec}.
 *
 * @param url with the secrets that only a driver understands; null: the specification's has none
 * @param redactor takes every secret out of what is written
 * @param warnings about how the secrets were given, whole sentences
 */
public record Credentials(
    @Nullable String url, @Nullable Secret password, Redactor redactor, List<String> warnings) {

  /** No password. */
  public static final Credentials NONE = new Credentials(null, null, Redactor.NONE, List.of());

  public Credentials {
    warnings = List.copyOf(warnings);
  }

  public static Credentials ofPassword(String password) {
    Secret secret = new Secret(password);
    return new Credentials(null, secret, new Redactor(List.of(secret)), List.of());
  }

  /**
   * Those of a URL as a user gave it.
   *
   * @param password the one to use; null: none
   * @param others what must not be seen either
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
