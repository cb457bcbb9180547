package io.stallmark.mongo.wire;

import io.stallmark.mongo.connect.MongoUrl;
import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.spi.wire.WireConnection;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's network protocol, as servers from 3.6 on speak it, and its older handshake.
 *
 * @param formats formats of files from which traces can be made
 */
public record MongoWireProtocol(List<RecordingFormat> formats) implements WireProtocol {

  public MongoWireProtocol {
    formats = List.copyOf(formats);
  }

  @Override
  public String family() {
    return "mongodb";
  }

  @Override
  public InetSocketAddress address(String url) {
    return MongoUrl.address(url);
  }

  @Override
  public @Nullable OpenedSession login(
      WireConnection client, WireConnection server, InetSocketAddress listen) throws IOException {
    return new MongoLogin(client, server, listen).pass();
  }

  @Override
  public SessionParser parser(OpenedSession opened, int session, boolean whole, TraceSink sink) {
    return new MongoSessionParser(session, whole, sink);
  }

  @Override
  public Optional<OperationRedactor> redactor(ValueMask mask) {
    return Optional.of(new MongoRedactor(mask));
  }

  @Override
  public OperationTexts texts() {
    return operation -> CommandFingerprint.of(operation.command(), operation.body());
  }
}
