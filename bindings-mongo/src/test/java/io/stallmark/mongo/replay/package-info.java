/**
 * Tests with traffic recorded from a mongod 6.0.5, a replica set of one with users. PyMongo 4.20
 * and MongoDB's Java driver 5.14 were the clients; what they saw is in the files {@code *.txt}.
 */
@org.jspecify.annotations.NullMarked
package io.stallmark.mongo.replay;
