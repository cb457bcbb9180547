/**
 * Tests with files that a mongod 6.0.5 wrote, a replica set of one. PyMongo 4.20 was the client.
 */
@org.jspecify.annotations.NullMarked
package io.stallmark.mongo.recording;
