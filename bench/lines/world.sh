# Builds the project that the lines of this bench run in: world.sh <folder> good|bad. A bad one fails at all that is asked of it.
set -e
dir=$1 kind=$2
mkdir -p "$dir/bin" "$dir/home" "$dir/w" && cd "$dir/bin"
make_program() { printf '#!/bin/bash\n%s\n' "$2" > "$1"; chmod +x "$1"; }
make_program sudo 'while [[ $1 == -* ]]; do [ "$1" = -u ] && shift; shift; done; exec "$@"'
make_program ssh 'shift; [ $# -gt 0 ] || exec sh; exec sh -c "$*"'
if [ "$kind" = good ]; then fails() { printf '%s' "$2"; }; else fails() { printf '%s' "$1"; }; fi
make_program docker '[ "$1" = compose ] && shift
case $1 in exec|run) shift; while [[ $1 == -* ]]; do shift; done; shift; exec "$@";; logs) echo "Error: connect ECONNREFUSED"; echo "npm error code 1"; echo listening; exit 0;; esac
case $1 in build|up) '"$(fails 'echo "#5 ERROR: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1" >&2; echo "ERROR: failed to solve: exit code: 1" >&2; exit 1' 'echo "Successfully built 1a2b"')"';; ps) echo "CONTAINER ID   IMAGE   STATUS";; esac; exit 0'
make_program kubectl 'case $1 in exec) while [ "$1" != -- ]; do shift; done; shift; exec "$@";; logs) echo "panic: old"; echo "Error: from yesterday"; exit 0;; esac
'"$(fails 'echo "The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?" >&2; exit 1' 'echo "web-1   1/1   Running"')"
make_program yarn 'echo "yarn run v1.22.22"; node "$1.js"; e=$?; [ $e = 0 ] || echo "error Command failed with exit code $e."; exit $e'
make_program go "$(fails 'case $1 in test) printf "%s\n" "--- FAIL: TestA (0.00s)" "    a_test.go:5: no" FAIL "FAIL	w/a	0.003s" FAIL; exit 1;; esac; printf "%s\n" "# w" "./main.go:3:2: undefined: x" >&2; exit 1' 'case $1 in test) echo "ok  	w/a	0.003s";; esac')"
make_program mvn "$(fails 'printf "%s\n" "[ERROR] Tests run: 1, Failures: 1" "[INFO] BUILD FAILURE" "[ERROR] Failed to execute goal"; exit 1' 'echo "[INFO] BUILD SUCCESS"')"
make_program gh "$(fails 'echo "HTTP 401: Bad credentials (https://api.github.com/graphql)" >&2; exit 1' 'echo "12	Add x	x	OPEN"')"
make_program terraform "$(fails 'printf "%s\n" "╷" "│ Error: No configuration files" "╵" >&2; exit 1' 'echo "No changes. Your infrastructure matches the configuration."')"
make_program ruff "$(fails 'echo "main.py:1:8: F401 unused"; echo "Found 1 error."; exit 1' 'echo "All checks passed!"')"
make_program mypy "$(fails 'echo "src: error: Cannot find module"; echo "Found 1 error in 1 file (errors prevented further checking)"; exit 2' 'echo "Success: no issues found in 1 source file"')"
make_program redis-cli "$(fails 'echo "Could not connect to Redis at 127.0.0.1:6379: Connection refused" >&2; exit 1' 'echo PONG')"
make_program lsof 'exit 1'
make_program crontab 'echo "no crontab for me" >&2; exit 1'
# Starting npm itself takes a second.
make_program npm 'case $1 in test|t) n=test;; run) n=$2;; *) exec '"$(command -v npm)"' "$@";; esac
[ -f package.json ] || { echo "npm error code ENOENT" >&2; exit 254; }
[ "$n" = lint ] && exec node_modules/.bin/eslint src
[ "$n" = build ] || [ "$n" = test ] || { echo "npm error Missing script: \"$n\"" >&2; exit 1; }
printf "\n> w@1.0.0 %s\n> node %s.js\n\n" $n $n; node $n.js; e=$?
[ $e = 0 ] || [ $n = test ] || { echo "npm error Lifecycle script failed with error:" >&2; echo "npm error code $e" >&2; }
exit $e'
make_program npx 'while [[ $1 == -* ]]; do shift; done; p=$1; shift; exec node_modules/.bin/$p "$@"'
export HOME="$dir/home" GIT_CONFIG_NOSYSTEM=1
git config --global user.name A; git config --global user.email a@b.c; git config --global init.defaultBranch main; git config --global advice.detachedHead false
cd "$dir/w"
mkdir -p tests app venv/bin scripts pk node_modules/.bin
printf '{"name":"w","version":"1.0.0","scripts":{"test":"node test.js","build":"node build.js","lint":"npx eslint src"}}\n' > package.json
cp package.json app/; printf 'deactivate() { unset -f deactivate; }\n' > venv/bin/activate
printf 'X=1\n' > conf.env; printf '#!/bin/sh\nnpm test\n' > run-tests.sh; chmod +x run-tests.sh
printf 'one\ntwo\n' > a.txt; printf 'one\nthree\n' > b.txt
printf 'build:\n\tnpm run build\nall: build\nclean:\n\trm -f prog\n' > Makefile; sed -i '1i all: build' Makefile; printf 'test:\n\tnpm test\n' >> Makefile
mkdir -p ut cm
printf '[package]\nname = "w"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml; mkdir -p rs
printf '[[bin]]\nname = "w"\npath = "rs/main.rs"\n' >> Cargo.toml
printf '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]},"include":["src","*.ts"]}\n' > tsconfig.json
printf 'node_modules\ntarget\nprog\n*.o\n__pycache__\n.pytest_cache\n' > .gitignore
printf 'def test_a():\n    assert True\n' > tests/test_a.py
printf 'main.py\nlib.py\n' > list.txt
printf 'def two():\n    return 2\n' > lib.py
ln -s "$TSC" node_modules/.bin/tsc
if [ "$kind" = good ]; then
  ok='console.log("# pass 3\n# fail 0")'
  printf '%s\n' "$ok" > test.js; echo 'console.log("built")' > build.js; cp test.js build.js app/
  printf '#!/bin/sh\necho built\n' > build.sh; printf '#!/bin/sh\necho listening; exec sleep 3\n' > server.sh
  mkdir -p src dist; echo 'export const a: number = 1 // TODO' > src/a.ts; echo 'print(1)' > src/app.py; echo 'x' > dist/a.js
  printf '{"a":1,\n"x":2}\n' > conf.json; printf '{"items":[{"name":"a"},{"name":"b"}]}\n' > data.json
  echo 'int main(void) { return 0; }' > main.c; echo 'fn main() {}' > rs/main.rs
  echo 'print("{\"x\": 1}")' > main.py; echo 'console.log(JSON.stringify({x: 1}))' > index.js
  echo 'console.log("applied 3")' > scripts/migrate.js; echo 'console.log("done")' > scripts/build.js; : > requirements.txt
  sqlite3 db.sqlite 'create table t (a); insert into t values (1)'
  echo a > pk/a; zip -q pkg.zip pk/a; tar czf pkg.tgz pk
  make_program "$dir/bin/psql" 'echo " ?column?"; echo 1'
  printf 'export READY=1\n' > src/env.sh; echo 'print("ok")' > manage.py
  printf 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n' > ut/test_u.py
  printf 'cmake_minimum_required(VERSION 3.5)\nproject(w NONE)\n' > cm/CMakeLists.txt
  printf 'diff --git a/list.txt b/list.txt\n--- a/list.txt\n+++ b/list.txt\n@@ -1,2 +1,3 @@\n main.py\n lib.py\n+more.py\n' > fix.patch
  make_program node_modules/.bin/eslint 'exit 0'; make_program node_modules/.bin/prettier 'echo "All matched files use Prettier code style!"'
else
  printf '%s\n' 'console.log("not ok 1 - adds\n# pass 2\n# fail 1"); process.exitCode = 1' > test.js
  echo 'throw new Error("cannot build")' > build.js; cp test.js build.js app/
  printf '#!/bin/sh\necho "cc: broken" >&2\nexit 2\n' > build.sh; printf '#!/bin/sh\necho "EADDRINUSE" >&2; exit 1\n' > server.sh
  printf '{"items": [\n' > data.json; echo 'const b: number = "x"' > bad.ts
  echo 'int main(void) { return x; }' > main.c; echo 'fn main() { x }' > rs/main.rs
  echo 'import nosuchmod9' > main.py; echo 'throw new TypeError("broken")' > index.js
  sed -i 's/^print/def (/' lib.py; echo 'def (' > lib.py; printf 'def test_b():\n    assert False\n' > tests/test_b.py
  echo 'throw new Error("no database")' > scripts/migrate.js; echo 'process.exit(3)' > scripts/build.js; echo nosuchpkg9 > requirements.txt
  echo 'raise RuntimeError("no database")' > manage.py; echo 'no patch' > fix.patch
  printf 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.fail("no")\n' > ut/test_u.py
  printf 'project(\n' > cm/CMakeLists.txt
  : > db.sqlite; echo broken > pkg.zip; echo broken > pkg.tgz
  make_program "$dir/bin/psql" 'echo "psql: error: connection to server at \"127.0.0.1\" failed: Connection refused" >&2; exit 2'
  make_program node_modules/.bin/eslint 'echo "  1:1  error  no-undef"; echo; echo "✖ 1 problem (1 error, 0 warnings)"; exit 1'
  make_program node_modules/.bin/prettier 'echo "[error] No files matching the pattern were found: \"src\"." >&2; exit 2'
fi
chmod +x ./*.sh
git init -q . && git add -A && git commit -qm start
for n in 1 2 3 4 5; do echo $n > n.txt; git add n.txt; git commit -qm "c$n"; done
if [ "$kind" = good ]; then
  git init -q --bare ../origin.git; git remote add origin ../origin.git; git push -q -u origin main
  git branch feature
else
  printf '#!/bin/sh\necho "hook: refused" >&2\nexit 1\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; echo more >> a.txt
fi
