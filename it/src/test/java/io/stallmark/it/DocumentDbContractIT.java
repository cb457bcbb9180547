package io.stallmark.it;

/** FerretDB 2.7 with DocumentDB. */
final class DocumentDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.documentdb();
  }
}
