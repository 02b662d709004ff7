#!/bin/sh
# Runs the steps of the Dockerfile without a container runtime, in a clean Debian root with a read-only file system, as a user
# that owns nothing; then asks the started product for its health and stops it.
# Needs root and mmdebstrap. Usage: deploy/try-in-debian.sh [FOLDER]
set -eu

sources=$(cd "$(dirname "$0")/.." && pwd)
root=${1:-$(mktemp -d)/root}
port=${SHEETWRIGHT_PORT:-8099}
node=$(ls "$sources"/node_modules/node-linux-*/bin/node | head -n 1)
npm=$(npm root --global)/npm
say() { printf '\n== %s (%s s)\n' "$1" "$(($(date +%s) - started))"; }
started=$(date +%s)

say "A clean Debian root in $root"
mkdir -p "$root"
mmdebstrap --quiet --variant=minbase --include=ca-certificates,tzdata,adduser "${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir -p "$root/app" "$root/usr/local/lib/node_modules"
cp "$node" "$root/usr/local/bin/node"
cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chmod +x "$root/usr/local/lib/node_modules/npm/bin/npm-cli.js"
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-ca.pem"
git -C "$sources" archive HEAD | tar --extract --directory "$root/app"

unmount() { for at in proc dev tmp data; do umount --lazy "$root/$at" 2>/dev/null || true; done; umount --lazy "$root" 2>/dev/null || true; }
trap unmount EXIT
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind --make-rslave /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
registry=$(npm config get registry)
step() {
  say "Dockerfile step: $1"
  chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp npm_config_registry="$registry" npm_config_cache=/tmp/npm \
    ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem} sh -c "cd /app && deploy/image-steps.sh $1"
}
step install
step build
step prune
step user
say "Size of /app: $(du --summarize --human-readable "$root/app" | cut -f 1)"

say 'Start: read-only, as user 10001, who owns /data alone'
umount "$root/tmp"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=0700,uid=10001,gid=10001 tmpfs "$root/data"
mount -o remount,ro,bind "$root"
chroot --userspec=10001:10001 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOME=/tmp \
  SHEETWRIGHT_HOST=0.0.0.0 SHEETWRIGHT_PORT="$port" SHEETWRIGHT_DATA=/data SHEETWRIGHT_LOG_FORMAT=json \
  sh -c 'cd /app && exec node packages/server/src/main.ts' &
server=$!
for _ in $(seq 1 120); do
  "$node" -e "fetch('http://127.0.0.1:$port/health/ready').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))" && break
  kill -0 "$server"
  sleep 1
done
"$node" -e "
const at = 'http://127.0.0.1:$port'
const page = await fetch(at)
const live = await fetch(at + '/health/live')
console.log('page', page.status, 'live', live.status)
process.exit(page.ok && live.ok ? 0 : 1)" --input-type=module
say 'Ready'
kill -TERM "$server"
wait "$server"
say 'Stopped in order'
