package io.stallmark.engine;

/**
 * What the clients of a role have in common.
 *
 * @param index the role's, from 0
 * @param firstKind the number of its first kind of transaction
 * @param kinds how many kinds of transaction it has; 0: all its transactions are alike
 */
record RoleClients(int index, int firstKind, int kinds) {

  private static final int CLIENT_BITS = 32;

  /**
   * A stream of chance for one of its clients, which no other client uses.
   *
   * @param client its index in the role
   */
  long stream(int client) {
    return ((long) index << CLIENT_BITS) + client;
  }
}
