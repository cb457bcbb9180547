package io.stallmark.mysql.replay;

import io.stallmark.jdbc.connect.ServerLogin;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.connect.MySqlDrivers;
import io.stallmark.mysql.wire.MySqlWireProtocol;
import io.stallmark.mysql.wire.PreparedTexts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.text.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * MySQL or MariaDB as the target of a replay. Sessions log in as the user of the URL. Their default
 * schema is that of {@link LiveSchema}. Names of tables are not changed. The URL's options concern
 * the driver and have no effect here.
 */
public final class MySqlReplayTarget implements ReplayTarget {

  private final ServerPlace place;
  private final SessionLogin.Account account;
  private final String database;
  private final PreparedStatements statements = new PreparedStatements();

  private MySqlReplayTarget(ServerPlace place, SessionLogin.Account account, String database) {
    this.place = place;
    this.account = account;
    this.database = database;
  }

  /**
   * Creates a target.
   *
   * @throws DbException of kind REFUSED if the URL names several servers or sets TLS, or the
   *     certificate authority cannot be used
   */
  public static MySqlReplayTarget of(ServerLogin login) throws DbException {
    ServerUrl url = login.url();
    String tls = MySqlDrivers.tlsOption(url.params());
    if (tls != null) {
      throw refusal("A replay takes TLS from --tls and --tls-ca; remove " + tls + " from the URL");
    }
    try {
      ServerPlace place =
          new ServerPlace(
              url.where(), MySqlWireProtocol.address(url), url.socket(), login.tls().encryption());
      Secret password = login.password();
      byte[] secret = (password == null ? "" : password.reveal()).getBytes(StandardCharsets.UTF_8);
      return new MySqlReplayTarget(
          place, new SessionLogin.Account(login.user(), secret), url.database());
    } catch (RefusedException e) {
      throw refusal(String.valueOf(e.getMessage()));
    }
  }

  private static DbException refusal(String message) {
    return DbException.refused("replay", message);
  }

  @Override
  public OperationTexts texts() {
    return new PreparedTexts();
  }

  @Override
  public RawSession session(Map<String, String> attributes) {
    LiveSchema schema = new LiveSchema(database);
    return new MySqlRawSession(
        place, account, RecordedLogin.of(attributes, schema), schema, statements);
  }

  @Override
  public Object kind(Map<String, String> attributes) {
    return RecordedLogin.of(attributes, new LiveSchema(database)).kind();
  }
}
