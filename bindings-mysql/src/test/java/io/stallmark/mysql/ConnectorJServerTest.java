package io.stallmark.mysql;

final class ConnectorJServerTest extends ServerContract {
  ConnectorJServerTest() {
    super("mysql");
  }
}
