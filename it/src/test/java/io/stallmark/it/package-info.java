/**
 * What crosses modules: layers, golden files, the binding contract, the main job on real servers.
 */
package io.stallmark.it;
