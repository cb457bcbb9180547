/** What every binding does on every server, and what every operation compiles to. */
package io.stallmark.it.contract;
