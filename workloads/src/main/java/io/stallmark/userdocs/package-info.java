/**
 * The workload {@code userdocs}: documents of many users, each of whom scans their own ones. After
 * "Document clustering" of the article in docs/workloads/userdocs.md.
 */
@NullMarked
package io.stallmark.userdocs;

import org.jspecify.annotations.NullMarked;
