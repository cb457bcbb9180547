/** Tests of the command line with every workload and binding on the class path. */
package io.stallmark.cli;
