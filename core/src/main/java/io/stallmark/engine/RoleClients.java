package io.stallmark.engine;

/**
 * Properties that all clients of a role share.
 *
 * @param index the role's index, from 0
 * @param firstKind number of the role's first kind of transaction in the recorder's list
 * @param kinds number of the role's kinds of transaction; 0: all its transactions are alike
 */
record RoleClients(int index, int firstKind, int kinds) {

  private static final int CLIENT_BITS = 32;

  /**
   * Number of a client's random stream; no other client uses it.
   *
   * @param client the client's index in the role
   */
  long stream(int client) {
    return ((long) index << CLIENT_BITS) + client;
  }
}
