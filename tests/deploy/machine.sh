#!/usr/bin/env bash
# Makes a throw-away copy of this machine and runs the given command in it. `unshare` has already given this process
# its own mounts, process ids and shared memory, so that everything ends and every mount goes with it. The copy's network is a
# loopback of its own: its ports 80, 443 and 5432 are not this machine's. Process 1 stays in the machine's network,
# which commands that install packages use.
set -euo pipefail

copy=$1
shift
mount -t tmpfs -o size=8g tmpfs "$copy"
mkdir "$copy/upper" "$copy/work" "$copy/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/upper,workdir=$copy/work" "$copy/root"
mount --rbind /dev "$copy/root/dev"
mount -t tmpfs tmpfs "$copy/root/dev/shm"
mount -t proc proc "$copy/root/proc"

unshare --net sh -c 'ip link set lo up && exec sleep infinity' &
network=/proc/$!/ns/net
# Until the loopback is up, a server could not listen on it.
until nsenter --net="$network" ip address show lo 2>/dev/null | grep --quiet 127.0.0.1; do
  read -r -t 0.1 <> <(:) || true
done

cd "$copy/root"
nsenter --net="$network" chroot "$copy/root" "$@"
