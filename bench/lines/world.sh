# Builds the project that the lines of this bench run in: world.sh <folder> good|bad. A bad one fails at all that is asked of it.
set -e
dir=$1 kind=$2
mkdir -p "$dir/bin" "$dir/home" "$dir/w" && cd "$dir/bin"
make_program() { printf '#!/bin/bash\n%s\n' "$2" > "$1"; chmod +x "$1"; }
make_program sudo 'exec "$@"'
make_program ssh 'shift; exec sh -c "$*"'
make_program docker 'if [ "$1" = exec ]; then shift; while [[ $1 == -* ]]; do shift; done; shift; exec "$@"; fi; exit 0'
make_program kubectl 'if [ "$1" = exec ]; then while [ "$1" != -- ]; do shift; done; shift; exec "$@"; fi; exit 0'
make_program lsof 'exit 1'
make_program crontab 'echo "no crontab for me" >&2; exit 1'
# Starting npm itself takes a second.
make_program npm 'case $1 in test|t) n=test;; run) n=$2;; *) exec '"$(command -v npm)"' "$@";; esac
[ -f package.json ] || { echo "npm error code ENOENT" >&2; exit 254; }
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
printf 'build:\n\tnpm run build\nall: build\nclean:\n\trm -f prog\n' > Makefile; sed -i '1i all: build' Makefile
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
