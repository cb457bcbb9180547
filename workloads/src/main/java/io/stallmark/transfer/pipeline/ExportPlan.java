package io.stallmark.transfer.pipeline;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.transfer.file.FileTarget;
import io.stallmark.transfer.format.RowWriter;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What an export does.
 *
 * @param read reads a range of keys; without slots: the whole table
 * @param ranges divides the keys, for a number of clients
 * @param writer creates a writer, for one client
 */
public record ExportPlan(
    Table table,
    Op.Read read,
    IntFunction<KeyRanges> ranges,
    FileTarget target,
    Supplier<RowWriter> writer) {}
