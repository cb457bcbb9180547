package io.stallmark.jdbc.connect;

import io.stallmark.spi.Secret;
import io.stallmark.spi.Tls;
import org.jspecify.annotations.Nullable;

/**
 * Server and account, for a client that connects without a driver.
 *
 * @param url the user's URL, whose options are those of the driver
 * @param password null if there is none
 */
public record ServerLogin(ServerUrl url, String user, @Nullable Secret password, Tls tls) {}
