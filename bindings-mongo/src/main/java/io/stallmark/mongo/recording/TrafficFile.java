package io.stallmark.mongo.recording;

import java.nio.file.Path;

/** File of mongod's traffic recorder. */
record TrafficFile(Path path, TrafficLayout layout) {}
