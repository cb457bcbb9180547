#!/usr/bin/env python3
"""Delays packets to an address, for kernels without netem, until it is killed.

   delay.py ADDRESS SECONDS     in the network namespace of a machine with the interface eth0, as root
Sends them through a tun device, from which this process reads them."""
import collections
import errno
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000

address, delay = sys.argv[1], float(sys.argv[2])
tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"delay", IFF_TUN | IFF_NO_PI))
out = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
out.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"eth0")
for interface in "all", "eth0":  # answers arrive by another interface than they would be sent to
    with open(f"/proc/sys/net/ipv4/conf/{interface}/rp_filter", "w") as file:
        file.write("0")
subprocess.run(["ip", "link", "set", "delay", "up"], check=True)
subprocess.run(["ip", "route", "add", address, "dev", "delay"], check=True)

waiting = collections.deque()  # (time to send, packet)
while True:
    timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    if select.select([tun], [], [], timeout)[0]:
        waiting.append((time.monotonic() + delay, os.read(tun, 65536)))
    try:
        while waiting and waiting[0][0] <= time.monotonic():
            out.sendto(waiting.popleft()[1], (address, 0))
    except OSError as e:
        sys.exit(0 if e.errno == errno.ENODEV else str(e))  # the machine has ended
