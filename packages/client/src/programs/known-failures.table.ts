/** Failures of the real programs, with the code and a part of the line that is shown. */
export const FAILURES = String.raw`
curl --nope | ARG_ERROR | option --nope: is unknown
black --nope | ARG_ERROR | Error: No such option
mypy --nope | ARG_ERROR | mypy: error: unrecognized arguments
dpkg -s nope-no-such | PACKAGE_NOT_FOUND | is not installed
rg --nope | ARG_ERROR | which wasn't expected
tar xf a.txt | ARCHIVE_INVALID | does not look like a tar archive
gzip -t a.txt | INPUT_INVALID | not in gzip format
base64 -d a.txt | INPUT_INVALID | invalid input
grep -P '(' a.txt | PATTERN_INVALID | missing closing parenthesis
java -nope | ARG_ERROR | Unrecognized option
npm ci | LOCKFILE_MISSING | can only install with an existing
git merge --abort | NOTHING_IN_PROGRESS | There is no merge to abort
git rebase --abort | NOTHING_IN_PROGRESS | rebase in progress
git bisect good | NOTHING_IN_PROGRESS | -
git checkout -b 'a b' | NAME_INVALID | is not a valid branch name
git apply a.txt | INPUT_INVALID | No valid patches
git blame nope | PATH_UNKNOWN | no such path
git mv nope x | PATH_UNKNOWN | bad source
git clean | FORCE_REQUIRED | clean.requireForce
ls /nope | FILE_NOT_FOUND | cannot access
ls --nope | ARG_ERROR | unrecognized option
cat nope | FILE_NOT_FOUND | nope: No such file
cat . | IS_A_DIRECTORY | Is a directory
head -n x a.txt | ARG_ERROR | invalid number
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
git fetch http://127.0.0.1:1/x.git | CONNECTION_FAILED | fatal: unable to access
curl -sS http://127.0.0.1:1/ | CONNECTION_FAILED | curl: (7)
curl -sS http://nope.invalid/ | HOST_NOT_FOUND | curl: (6)
curl -sS nope://x | PROTOCOL_UNKNOWN | curl: (1)
wget -q http://127.0.0.1:1/ | CONNECTION_FAILED | -
npm run nope | SCRIPT_NOT_FOUND | Missing script
npm frobnicate | ARG_ERROR | Unknown command
npm view surety-no-such-package-x --registry=http://127.0.0.1:1 --fetch-retries=0 | CONNECTION_FAILED | -
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
pip download --no-index nope-x | PACKAGE_NOT_FOUND | ERROR
pip frob | ARG_ERROR | unknown command
pytest nope_test.py | FILE_NOT_FOUND | nope_test.py
docker frob | ARG_ERROR | frob
docker ps --frob | ARG_ERROR | unknown flag
docker -H tcp://127.0.0.1:1 ps | DAEMON_UNREACHABLE | Cannot connect
gh pr list | AUTH_REQUIRED | -
gh frob | ARG_ERROR | unknown command
kubectl -s http://127.0.0.1:1 get pods | CLUSTER_UNREACHABLE | -
kubectl frob | ARG_ERROR | unknown command
psql -h 127.0.0.1 -p 1 -c 'select 1' | CONNECTION_FAILED | error
sqlite3 /nope/a.db 'select 1' | DATABASE_NOT_FOUND | unable to open
sqlite3 :memory: 'select * from nope' | NOT_FOUND | no such table
sqlite3 :memory: 'selec' | SYNTAX_ERROR | syntax error
redis-cli -p 1 get x | CONNECTION_FAILED | -
systemctl status nope-x | SYSTEMD_NOT_RUNNING | -
apt-get install -s nope-no-such | PACKAGE_NOT_FOUND | E: Unable to locate
apt-cache show nope-no-such | PACKAGE_NOT_FOUND | -
rsync -avn nope b | FILE_NOT_FOUND | -
unzip -l nope.zip | FILE_NOT_FOUND | -
ssh -p 1 127.0.0.1 true | CONNECTION_FAILED | Connection refused
mkdir a.txt | FILE_EXISTS | File exists
mkdir nope/b | FILE_NOT_FOUND | nope
rm nope | FILE_NOT_FOUND | nope
cp nope b | FILE_NOT_FOUND | nope
eslint bad.js | LINT_ERRORS | -
eslint nope.js | FILE_NOT_FOUND | No files matching
eslint --nope | ARG_ERROR | Invalid option
eslint -c nope.js bad.js | FILE_NOT_FOUND | ENOENT
prettier --check bad.js | = Some files are not formatted | -
prettier --check nope.js | FILE_NOT_FOUND | No files matching
prettier --check syntax.js | SYNTAX_ERROR | SyntaxError
prettier --nope a.js | ARG_ERROR | Ignored unknown option
jest | TESTS_FAILED | FAIL
jest nope | NO_TESTS | No tests found
jest --nope | ARG_ERROR | Unrecognized option
vitest run --globals | TESTS_FAILED | FAIL
vitest run nope | NO_TESTS | No test files found
vitest run --nope | ARG_ERROR | CACError: Unknown option
tsc --nope | ARG_ERROR | error TS5023
tsc -p nope | FILE_NOT_FOUND | error TS5058
tsc --noEmit | TYPE_ERRORS | error TS2322
yarn run nope | SCRIPT_NOT_FOUND | error Command
yarn why nope | LOCKFILE_MISSING | error No lockfile
pnpm run nope | SCRIPT_NOT_FOUND | ERR_PNPM_NO_SCRIPT
pnpm ls --nope | ARG_ERROR | Unknown option
pnpm add nope-xx --registry=http://127.0.0.1:1 --fetch-retries=0 | CONNECTION_FAILED | ERR_PNPM_META_FETCH_FAIL
npm audit --registry=http://127.0.0.1:1 | LOCKFILE_MISSING | lockfile
go build main.go | COMPILE_ERRORS | undefined: y
go vet main.go | COMPILE_ERRORS | y
go frob | ARG_ERROR | unknown command
go build -nope | ARG_ERROR | flag provided
go run nope.go | NOT_FOUND | nope.go
ffmpeg -i nope.mp4 out.mp4 | FILE_NOT_FOUND | nope.mp4
ffmpeg -i a.txt out.mp4 | INPUT_INVALID | Invalid data
ffmpeg -nope | ARG_ERROR | Unrecognized option
ffprobe nope.mp4 | FILE_NOT_FOUND | nope.mp4
ffprobe a.txt | INPUT_INVALID | Invalid data
aws s3 ls --endpoint-url http://127.0.0.1:1 | AUTH_REQUIRED | Unable to locate credentials
aws ec2 describe-instances | REGION_MISSING | You must specify a region
aws frob | ARG_ERROR | Invalid choice
lsof nope | FILE_NOT_FOUND | nope
lsof --nope | ARG_ERROR | illegal option
lsof -i :1 | = Nothing matches | -
yq . nope | FILE_NOT_FOUND | nope
yq '.[' a.json | PROGRAM_INVALID | jq: error
ps --nope | ARG_ERROR | unknown gnu long option
ps -p 99999999 | = No process matches | -
which nope-no-such | = There is none | -
git config --get x | ARG_ERROR | key does not contain
git -c core.editor=false commit --allow-empty --amend | EDITOR_NEEDED | problem with the editor
tar tf nope.tar | FILE_NOT_FOUND | nope.tar
zcat nope.gz | FILE_NOT_FOUND | nope.gz
base64 nope | FILE_NOT_FOUND | nope
tail -n x a.txt | ARG_ERROR | invalid number
cut -f x a.txt | ARG_ERROR | invalid field
date -d nope | ARG_ERROR | invalid date
sed 's/a' a.txt | PROGRAM_INVALID | unterminated
awk '{' a.txt | PROGRAM_INVALID | awk
kill 99999999 | PROCESS_NOT_FOUND | No such process
id nope-no-such | USER_NOT_FOUND | no such user
zip --nope | ARG_ERROR | -
tree nope | FILE_NOT_FOUND | error opening dir
git stash pop | NO_STASH | No stash entries
git rebase nope | REVISION_UNKNOWN | invalid upstream
git push | NO_UPSTREAM | -
git show HEAD:nope | PATH_UNKNOWN | does not exist in
git tag -d nope | REVISION_UNKNOWN | not found
git branch -d nope | REVISION_UNKNOWN | not found
git clone /nope x | REMOTE_UNKNOWN | does not exist
git remote remove nope | REMOTE_UNKNOWN | No such remote
cargo build --nope | ARG_ERROR | unexpected argument
cargo frob | ARG_ERROR | no such command
scp -P 1 a.txt 127.0.0.1:/tmp/x | CONNECTION_FAILED | Connection refused
fdfind x /nope-no-such | FILE_NOT_FOUND | nope-no-such
fdfind '(' | PATTERN_INVALID | -
fdfind -q nope-no-such | = Nothing matches | -
find . -nope | ARG_ERROR | unknown predicate
fdfind --nope | ARG_ERROR | nope
openssl x509 -in nope.pem -noout | FILE_NOT_FOUND | nope.pem
openssl nope | ARG_ERROR | nope
openssl x509 -in a.txt -noout | FILE_INVALID | -
openssl s_client -connect 127.0.0.1:1 | CONNECTION_FAILED | -
timeout 0.1 sleep 5 | TIMEOUT | -
timeout nope sleep 5 | ARG_ERROR | -
xargs --nope | ARG_ERROR | -
podman inspect nope-no-such | NOT_FOUND | -
podman frob | ARG_ERROR | -
gcloud frob | ARG_ERROR | frob
az frob | ARG_ERROR | -
shuf nope | FILE_NOT_FOUND | nope
fold -w x a.txt | ARG_ERROR | -
strings nope | FILE_NOT_FOUND | -
nm a.txt | FILE_INVALID | -
nm nope | FILE_NOT_FOUND | nope
objdump -d nope | FILE_NOT_FOUND | nope
readelf -h nope | FILE_NOT_FOUND | nope
getent passwd nope-no-such | = There is no such entry | -
pidof nope-no-such | = No process matches | -
findmnt /nope-no-such | NOTHING_MOUNTED | -
sysctl nope.nope | NOT_FOUND | nope
umount /nope | NOT_MOUNTED | -
dpkg-query -s nope-no-such | PACKAGE_NOT_FOUND | -
ifconfig nope0 | NOT_FOUND | nope0
hostnamectl status | SYSTEMD_NOT_RUNNING | -
groups nope-no-such | USER_NOT_FOUND | -
cksum nope | FILE_NOT_FOUND | nope
tsort nope | FILE_NOT_FOUND | nope
xz -t a.txt | INPUT_INVALID | a.txt
xz -dc nope | FILE_NOT_FOUND | nope
xzcat a.txt | INPUT_INVALID | -
bzip2 -t a.txt | INPUT_INVALID | -
bzcat nope | FILE_NOT_FOUND | -
zstd -dc nope | FILE_NOT_FOUND | -
zstd -dc a.txt | INPUT_INVALID | -
7z l nope.7z | FILE_NOT_FOUND | -
7z t a.txt | ARCHIVE_INVALID | -
zgrep nothing a.txt | = Nothing matches | -
nc -z 127.0.0.1 1 | CONNECTION_FAILED | -
ssh-keygen -lf a.txt | FILE_INVALID | -
ssh-keygen -lf nope | FILE_NOT_FOUND | -
ssh-add -l | AGENT_NOT_RUNNING | -
perl nope.pl | FILE_NOT_FOUND | open perl script
perl -e 'use Nope::X' | MODULE_NOT_FOUND | -
perl -e '(' | SYNTAX_ERROR | -
ruby nope.rb | FILE_NOT_FOUND | -
ruby -e 'require "nope_x"' | MODULE_NOT_FOUND | -
ruby -e '(' | SYNTAX_ERROR | -
php nope.php | FILE_NOT_FOUND | -
php -r '(' | SYNTAX_ERROR | -
java Nope | FILE_NOT_FOUND | -
javac nope.java | FILE_NOT_FOUND | -
javap Nope | NOT_FOUND | -
composer show | NO_PROJECT | -
gem frob | ARG_ERROR | -
mvn -o test | NO_PROJECT | -
mvn --nope | ARG_ERROR | -
shellcheck nope | FILE_NOT_FOUND | nope
shellcheck --nope | ARG_ERROR | -
shellcheck a.txt | LINT_ERRORS | -
yamllint --nope a.json | ARG_ERROR | -
black --check nope.py | FILE_NOT_FOUND | -
mypy nope.py | FILE_NOT_FOUND | -
gofmt -l a.txt | SYNTAX_ERROR | a.txt
gofmt -l nope.go | FILE_NOT_FOUND | nope.go
clang-format nope.c | FILE_NOT_FOUND | -
pandoc nope.md | FILE_NOT_FOUND | -
pandoc -t nope a.txt | FORMAT_UNKNOWN | -
pandoc --nope | ARG_ERROR | -
xmllint --noout a.txt | INPUT_INVALID | -
xmllint nope.xml | FILE_NOT_FOUND | -
dot -Tsvg a.txt | SYNTAX_ERROR | -
dot -Tsvg nope.dot | FILE_NOT_FOUND | -
pdfinfo nope.pdf | FILE_NOT_FOUND | -
pdfinfo a.txt | INPUT_INVALID | -
batcat nope | FILE_NOT_FOUND | nope
batcat --nope | ARG_ERROR | -
exa nope | FILE_NOT_FOUND | nope
fzf --filter one | = Nothing matches | -
svn info | NOT_A_REPOSITORY | -
svn frob | ARG_ERROR | -
mysql -h 127.0.0.1 -P 1 -e 'select 1' | CONNECTION_FAILED | -
mysql --nope | ARG_ERROR | -
strace ./nope | PROGRAM_NOT_FOUND | -
ninja | NO_PROJECT | -
userdel nope-no-such | USER_NOT_FOUND | -
su nope-no-such -c ls | USER_NOT_FOUND | -
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
