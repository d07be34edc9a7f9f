#!/bin/sh
# Makes a backup of the demo data with the code of a published version, which the tests restore with the code of today,
# and lists the hashes of its migrations, which never change afterwards:
#   sh tests/support/backups/make-backup.sh COMMIT VERSION
set -eu
commit=$1
here=$(cd "$(dirname "$0")" && pwd)
file=$here/$2.gz
root=$(git rev-parse --show-toplevel)
folder=$(mktemp -d)
server=
finish() {
  test -z "$server" || kill "$server"
  git -C "$root" worktree remove --force "$folder/code"
  rm -r "$folder"
}
trap finish EXIT

git -C "$root" worktree add --detach "$folder/code" "$commit"
ln -s "$root/node_modules" "$folder/code/node_modules"
cd "$folder/code"
export DATA_DIR="$folder/data" PORT=8979 DEMO=1
node --import tsx server/main.ts >"$folder/log" 2>&1 &
server=$!
until curl --silent --fail "http://127.0.0.1:$PORT/readyz"; do
  kill -0 "$server" || { cat "$folder/log"; exit 1; }
  sleep 1
done
kill "$server"
wait "$server" || true
server=
node --import tsx server/db/run-backup.ts "$file"
(cd server/db/migrations && sha256sum ./*.sql) >"$here/$2.sha256"
