/** Calls that look like reads. */
export const TRAPS = String.raw`
git branch -D old
git branch new
git branch -m old new
git branch --edit-description
git branch --set-upstream-to=origin/x
git tag v1
git tag -d v1
git diff --output=file
git log -p --output file
git show --output=file HEAD
git stash
git stash show --output=file
git stash drop
git remote add x y
git remote update
git config user.name x
git config --unset user.name
git config -e
git -c core.pager='touch x' log
git -c alias.st=!touch\ x st
git --exec-path=/tmp status
git diff --ext-diff
git show --textconv
git log --show-signature
git grep -Otouch x
git ls-remote ext::touch\ x
git ls-remote --upload-pack=touch x
git reflog expire --all
git worktree add x
git submodule update
git checkout file
git fetch
git clean -f
git unheard-of-alias
find . -delete
find . -name x -exec rm {} ;
find . -fprint out
find . -okdir rm {} ;
find . -name x -o -fls out
find -- -delete
sed -i s/a/b/ file
sed -ni p file
sed --in-place=.bak s/a/b/ file
sed 's/a/b/w out' file
sed -n '/x/w out' file
sed 1e file
sed 's/x/touch y/e' file
sed -f script file
sed -n -e p -e 'w out' file
awk '{print > "out"}' file
awk 'BEGIN{system("touch x")}'
awk '{print | "sh"}' file
awk -f script file
awk -i inplace 1 file
sort -o file file
sort -uofile file
sort --output=file file
sort --compress-program=./x file
uniq in out
date -s 12:00
date 01010000
hostname evil
tar -xf a.tar
tar xf a.tar
tar -tf a.tar --to-command=sh
tar -tf h:a.tar
tar -tf a.tar -I ./x
tar -tf a.tar --checkpoint-action=exec=sh
curl -o file https://h
curl -O https://h/f
curl -d x=1 https://h
curl -X DELETE https://h
curl -XPOST https://h
curl --json '{}' https://h
curl -T file https://h
curl -c jar https://h
curl -K config https://h
curl -D headers https://h
curl --trace log https://h
curl -H 'X-HTTP-Method-Override: DELETE' https://h
curl -w '%output{file}x' https://h
curl -sSLo file https://h
wget https://h
wget -O file https://h
wget -qO- --post-data=x https://h
npm audit fix
npm version patch
npm run list
npm test
npm ls --unheard
npm config set x y
npm exec x
npm pkg set a=b
node --check -r ./x file.js
node -p 1
node file.js --version
node file.js -h
node file.js --check x
python3 file.py -h
python3 file.py --version
npx x --version
npx -y x --help
ssh host reboot -V
pytest --help
pytest --version
zip a.zip f -v
gcc a.c -v
rsync -h a b
eslint .
prettier --check .
yarn list
terraform validate
cargo metadata
python3 -c 1
python3 -m json.tool a b
make -n
make -q
tsc
tsc --noEmit --generateTrace out
tsc --noEmit @options
gcc -E a.c -o out
gcc -fsyntax-only -fplugin=./x a.c
rg --pre ./x y
rg --hostname-bin ./x y
jq . file --unheard
yq -i .a file
yq -s .a file
docker logs x --unheard
docker -H ssh://h ps
docker system prune
docker exec x ls
kubectl get pods --kubeconfig evil
kubectl delete pod x
kubectl exec x ls
gh api repos/a/b -X PATCH
gh api repos/a/b -f name=x
gh api graphql
gh pr view --web
psql -c 'delete from a'
psql -c 'select pg_terminate_backend(1)'
psql -c 'select 1' -c 'drop table a'
psql -c 'select 1; drop table a'
psql -c 'select * into b from a'
psql -o out -c 'select 1'
sqlite3 a.db 'select 1'
sqlite3 -readonly a.db .shell
sqlite3 -readonly a.db "select writefile('a','b')"
redis-cli flushall
redis-cli getdel x
redis-cli eval x 0
systemctl restart x
systemctl edit x
systemctl -H h status
journalctl --vacuum-size=1M
journalctl --rotate
apt-get install x
apt-get -o APT::Update::Pre-Invoke::=sh list
ss -K
less +!touch\ x file
ssh host ls
rsync -av a b
rsync -avn -e ./x a b
rsync -avn h:a b
go env -w X=y
cargo fmt
cargo check
pip list --log file
terraform plan
aws s3api get-object --bucket b out
aws --unheard ec2 describe-instances
unzip a.zip
zip a.zip f
ruff check --fix
eslint --fix .
eslint -o out .
eslint -f ./x.js .
prettier --write .
`
  .trim()
  .split('\n')

/** Calls that only read, tried on the real programs in a folder with a repository, two files and an archive. */
export const READS = String.raw`
git status -sb --porcelain=v1
git -C . --no-pager log --oneline -5 --stat
git log -p -n 1 --format=%H
git diff --stat HEAD~1
git diff --exit-code HEAD~1 -- a.txt
git show HEAD:a.txt
git branch -a -vv
git branch --list 'm*'
git tag -l
git remote -v
git stash list
git config --get user.name
git config --list --show-origin
git rev-parse --show-toplevel --abbrev-ref HEAD
git ls-files -z
git ls-tree -r HEAD
git grep -n one
git blame a.txt
git describe --always --dirty
git cat-file -p HEAD
git for-each-ref --format='%(refname)'
git reflog -3
git worktree list
git shortlog -sn HEAD
git count-objects -vH
git check-ignore -v a.txt
ls -la --color=never .
ls /nope
cat -n a.txt
cat a.txt b.txt
head -n 1 a.txt
head -2 a.txt
tail -c +2 a.txt
wc -lw a.txt
find . -name '*.txt' -type f -print
find . -maxdepth 1 -not -name a.txt -o -size +1k
grep -rn one .
grep -c nothing a.txt
grep -E '(' a.txt
sed -n 1,2p a.txt
sed 's/one/two/g' a.txt
sed -e '/one/d' -e 's|a|b|' a.txt
awk '{print $1}' a.txt
awk -F: -v x=1 'NR==1{print x,$1}' a.txt
diff -u a.txt b.txt
diff -rq . .
sort -rn a.txt
sort -t: -k1,1 a.txt
uniq -c a.txt
cut -d: -f1 a.txt
ps aux
ps -ef
ps -o pid,comm -p 1
df -h .
du -sh .
du -a --max-depth=1 .
tar -tvf a.tar
jq .a a.json
jq -r --arg x y '.a,$x' a.json
stat -c %s a.txt
file a.txt
date +%F
date -u -d @0
id -un
uname -a
which -a ls
readlink -f a.txt
realpath a.txt
test -f a.txt
sha256sum a.txt
cmp a.txt b.txt
curl -sS --max-time 1 http://127.0.0.1:1/
curl -so /dev/null -w '%{http_code}' http://127.0.0.1:1/
curl --version
wget -q -T 1 -t 1 -O- http://127.0.0.1:1/
node --version
node --check a.js
npm --version
npm ls --json
npm run
npm pkg get name
npm config get registry
python3 --version
make --version
gcc --version
gcc -fsyntax-only a.c
cmake --version
cargo --version
pip list --format=json
pip show pip
rg -n one .
docker --version
docker ps
gh --version
kubectl version --client
psql --version
sqlite3 -readonly a.db 'select 1'
redis-cli --version
systemctl --version
journalctl -n 1 --no-pager
apt-get -s install hello
apt-cache policy bash
dpkg -l bash
rsync -avn a.txt copy.txt
unzip -l a.zip
ssh -V
`
  .trim()
  .split('\n')

/** Failures of the real programs, with the code and a part of the line that is shown. */
export const FAILURES = String.raw`
ls /nope | FILE_NOT_FOUND | cannot access
ls --nope | ARG_ERROR | unrecognized option
cat nope | FILE_NOT_FOUND | nope: No such file
cat . | IS_A_DIRECTORY | Is a directory
head -n x a.txt | - | -
find nope -name x | FILE_NOT_FOUND | nope
grep -E '(' a.txt | PATTERN_INVALID | Unmatched
grep x nope | FILE_NOT_FOUND | nope
grep nothing a.txt | = Nothing matches | -
diff a.txt b.txt | = The files differ | -
diff a.txt nope | FILE_NOT_FOUND | nope
sort -c b.txt nope | ARG_ERROR | extra operand
sort nope | FILE_NOT_FOUND | nope
cmp a.txt b.txt | = The files differ | -
test -f nope | = It does not hold | -
tar -tf nope.tar | FILE_NOT_FOUND | nope.tar
jq . a.txt | INPUT_NOT_JSON | parse error
jq '.a |' a.json | PROGRAM_INVALID | jq: error
jq .a.b a.json | FILTER_FAILED | jq: error
git log nope | REVISION_UNKNOWN | fatal: ambiguous argument
git checkout nope | PATH_UNKNOWN | error: pathspec
git diff --exit-code HEAD~1 | = There are differences | -
git grep nothing-here | = Nothing matches | -
git commit -m x | NOTHING_TO_COMMIT | -
git branch main-x nope | REVISION_UNKNOWN | fatal: not a valid object name
git push nope HEAD | REMOTE_UNKNOWN | fatal: 'nope' does not appear
git push nope no-branch | REVISION_UNKNOWN | src refspec
git pull | NO_UPSTREAM | -
git frobnicate | ARG_ERROR | is not a git command
git status --frob | ARG_ERROR | unknown option
git -C /tmp/. rev-parse HEAD | NOT_A_REPOSITORY | fatal: not a git repository
git fetch http://127.0.0.1:1/x.git | UNREACHABLE | fatal: unable to access
curl -sS http://127.0.0.1:1/ | UNREACHABLE | curl: (7)
curl -sS http://nope.invalid/ | HOST_NOT_FOUND | curl: (6)
curl -sS nope://x | PROTOCOL_UNKNOWN | curl: (1)
curl --nope | ARG_ERROR | -
wget -q http://127.0.0.1:1/ | UNREACHABLE | -
npm run nope | SCRIPT_NOT_FOUND | Missing script
npm frobnicate | ARG_ERROR | Unknown command
npm view surety-no-such-package-x --registry=http://127.0.0.1:1 --fetch-retries=0 | UNREACHABLE | -
node nope.js | MODULE_NOT_FOUND | Error: Cannot find module
node -e 'x y' | SYNTAX_ERROR | SyntaxError
node -e 'throw new TypeError("no")' | - | -
node --nope | ARG_ERROR | bad option
python3 nope.py | FILE_NOT_FOUND | No such file
python3 -c 'import nope_x' | MODULE_NOT_FOUND | ModuleNotFoundError
python3 -c 'x y' | SYNTAX_ERROR | SyntaxError
make nope | TARGET_NOT_FOUND | No rule to make target
gcc nope.c | FILE_NOT_FOUND | nope.c
gcc bad.c | COMPILE_ERRORS | error:
cmake nope | FILE_NOT_FOUND | CMake Error
rg '(' a.txt | PATTERN_INVALID | regex parse error
rg nothing a.txt | = Nothing matches | -
pip install --no-index nope-x | PACKAGE_NOT_FOUND | ERROR
pip frob | ARG_ERROR | unknown command
pytest nope_test.py | FILE_NOT_FOUND | nope_test.py
docker frob | ARG_ERROR | is not a docker command
docker ps --frob | ARG_ERROR | unknown flag
docker -H tcp://127.0.0.1:1 ps | DAEMON_UNREACHABLE | Cannot connect
gh pr list | AUTH_REQUIRED | -
gh frob | ARG_ERROR | unknown command
kubectl -s http://127.0.0.1:1 get pods | CLUSTER_UNREACHABLE | -
kubectl frob | ARG_ERROR | unknown command
psql -h 127.0.0.1 -p 1 -c 'select 1' | UNREACHABLE | error
sqlite3 /nope/a.db 'select 1' | DATABASE_NOT_FOUND | unable to open
sqlite3 :memory: 'select * from nope' | NOT_FOUND | no such table
sqlite3 :memory: 'selec' | SYNTAX_ERROR | syntax error
redis-cli -p 1 get x | UNREACHABLE | -
systemctl status nope-x | SYSTEMD_NOT_RUNNING | -
apt-get install -s nope-no-such | PACKAGE_NOT_FOUND | E: Unable to locate
apt-cache show nope-no-such | PACKAGE_NOT_FOUND | -
dpkg -s nope-no-such | PACKAGE_NOT_FOUND | -
rsync -avn nope b | FILE_NOT_FOUND | -
unzip -l nope.zip | FILE_NOT_FOUND | -
ssh -p 1 127.0.0.1 true | UNREACHABLE | Connection refused
mkdir a.txt | FILE_EXISTS | File exists
mkdir nope/b | FILE_NOT_FOUND | nope
rm nope | FILE_NOT_FOUND | nope
cp nope b | FILE_NOT_FOUND | nope
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
