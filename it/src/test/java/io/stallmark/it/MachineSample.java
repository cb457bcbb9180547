package io.stallmark.it;

/**
 * What the kernel has counted up to a moment. Ticks are hundredths of a second of one processor.
 *
 * @param nanos the moment
 * @param busy ticks of programs, this test run's and others'
 * @param own ticks of this test run
 * @param stolen ticks that the host of a virtual machine kept for others
 * @param waited microseconds in which some thread waited for a disk; -1: the kernel does not say
 */
record MachineSample(long nanos, long busy, long own, long stolen, long waited) {}
