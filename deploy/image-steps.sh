#!/bin/sh
# The steps of the Dockerfile, so that they can be run without a container runtime too (try-in-debian.sh).
# Usage, in the folder of the sources: image-steps.sh install|build|prune|user|office
set -eu

case "${1:-}" in
  install)
    npm ci --ignore-scripts --no-audit --no-fund
    ;;
  build)
    node tools/build.mjs
    ;;
  prune)
    # What only tests and checks need goes; Node comes with the image.
    npm prune --omit=dev --ignore-scripts --no-audit --no-fund
    rm -rf node_modules/node-linux-* node_modules/node-bin-* e2e bench packages/*/test packages/compiler/fuzz
    ;;
  user)
    # PostgreSQL wants to know who runs it: without an entry the embedded database cannot be created.
    groupadd --gid 10001 sheetwright
    useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin sheetwright
    mkdir -p /data
    chown 10001:10001 /data
    ;;
  office)
    apt-get update
    apt-get install --yes --no-install-recommends libreoffice-calc-nogui libreoffice-writer-nogui libreoffice-impress-nogui \
      python3-uno fonts-noto-cjk
    rm -rf /var/lib/apt/lists/*
    ;;
  *)
    echo "Usage: image-steps.sh install|build|prune|user|office" >&2
    exit 2
    ;;
esac
