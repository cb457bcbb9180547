package io.stallmark.tpcc.transaction;

import io.stallmark.tpcc.schema.TpccSchema;

/**
 * How clients execute the transactions.
 *
 * @param documents whether the database has documents, and no joins
 * @param tells whether a change can return the values before it, which saves a read
 * @param batched whether the rows of an order are read and written together
 * @param keying whether clients wait for the keying and think times of clause 5.2.5.7
 * @param anyHome whether each transaction draws its home warehouse; otherwise a client has one
 */
public record Terms(
    TpccSchema schema,
    Mix mix,
    boolean documents,
    boolean tells,
    boolean batched,
    boolean keying,
    boolean anyHome) {}
