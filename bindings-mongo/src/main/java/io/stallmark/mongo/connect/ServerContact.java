package io.stallmark.mongo.connect;

import com.mongodb.MongoException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.event.ClusterDescriptionChangedEvent;
import com.mongodb.event.ClusterListener;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Detects as early as possible whether any server answers. The driver itself retries until its
 * timeout. Also describes the state of the servers in words. Thread-safe.
 */
public final class ServerContact implements ClusterListener {

  private final CountDownLatch decided = new CountDownLatch(1);

  @Override
  public void clusterDescriptionChanged(ClusterDescriptionChangedEvent event) {
    ClusterDescription cluster = event.getNewDescription();
    List<ServerDescription> servers = cluster.getServerDescriptions();
    boolean hopeless =
        !servers.isEmpty() && servers.stream().allMatch(s -> s.getException() != null);
    if (isMade(cluster) || hopeless || cluster.getSrvResolutionException() != null) {
      decided.countDown();
    }
  }

  /** Waits until a server has answered, all servers have failed, or the timeout has passed. */
  public void await(long milliseconds) throws InterruptedException {
    boolean unused = decided.await(milliseconds, TimeUnit.MILLISECONDS);
  }

  public static boolean isMade(ClusterDescription cluster) {
    return cluster.getServerDescriptions().stream().anyMatch(ServerDescription::isOk);
  }

  /** Describes why no server is available, for a user. */
  static String describe(ClusterDescription cluster) {
    MongoException unresolved = cluster.getSrvResolutionException();
    if (unresolved != null) {
      return MongoErrors.oneLine(unresolved.getMessage());
    }
    List<String> states = new ArrayList<>();
    boolean member = true;
    for (ServerDescription server : cluster.getServerDescriptions()) {
      states.add(server.getAddress() + " (" + state(server) + ")");
      member &= !cluster.getClusterSettings().getHosts().contains(server.getAddress());
    }
    String set = cluster.getClusterSettings().getRequiredReplicaSetName();
    return "No suitable server is available: "
        + (states.isEmpty() ? "none is known" : String.join(", ", states))
        + (set == null ? "" : "; is replicaSet=" + set + " right?")
        + (member && !states.isEmpty()
            ? " The replica set itself names these members; with directConnection=true only the"
                + " server in the URL is asked."
            : "");
  }

  private static String state(ServerDescription server) {
    Throwable e = server.getException();
    if (e == null) {
      return server.getType().toString();
    }
    return reason(e);
  }

  /** Returns the message of the innermost cause, which is the most specific one. */
  static String reason(Throwable e) {
    Throwable cause = e;
    for (Throwable next = e; next != null; next = next.getCause()) {
      cause = next;
    }
    @Nullable String message = cause.getMessage();
    if (cause instanceof UnknownHostException) {
      return "unknown host";
    }
    if (message == null) {
      return cause.getClass().getSimpleName();
    }
    if (cause instanceof GeneralSecurityException) {
      return "the server's certificate is not accepted: " + MongoErrors.oneLine(message);
    }
    if (message.contains("handshake") || message.contains("SSL ")) {
      return message + ": does it support TLS?";
    }
    if (message.contains("end of stream")) {
      return message + ": does it require TLS?";
    }
    return MongoErrors.oneLine(message);
  }
}
