/** The HTML pages in a browser, and the dashboard. */
package io.stallmark.it.pages;
