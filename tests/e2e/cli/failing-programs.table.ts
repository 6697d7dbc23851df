/**
 * Failures of the real programs through `surety run`: the code, whether something changed, and `again` if the same call
 * may help. Without another folder they change nothing outside of the one they run in.
 */
export const FAILING = String.raw`
ls nope | FILE_NOT_FOUND | no | -
ls --nope | ARG_ERROR | no | -
cat nope | FILE_NOT_FOUND | no | -
cat . | IS_A_DIRECTORY | no | -
head -n x a.txt | ARG_ERROR | no | -
tail -n x a.txt | ARG_ERROR | no | -
wc nope | FILE_NOT_FOUND | no | -
sort nope | FILE_NOT_FOUND | no | -
sort -c b.txt nope | ARG_ERROR | no | -
cut -f x a.txt | ARG_ERROR | no | -
uniq nope | FILE_NOT_FOUND | no | -
diff a.txt nope | FILE_NOT_FOUND | no | -
diff --nope | ARG_ERROR | no | -
cmp a.txt nope | FILE_NOT_FOUND | no | -
find nope -name x | FILE_NOT_FOUND | no | -
find . -nope | ARG_ERROR | no | -
find . -exec | ARG_ERROR | no | -
grep x nope | FILE_NOT_FOUND | no | -
grep --nope | ARG_ERROR | no | -
grep -E ( a.txt | PATTERN_INVALID | no | -
stat nope | FILE_NOT_FOUND | no | -
df nope | FILE_NOT_FOUND | no | -
du nope | FILE_NOT_FOUND | no | -
date -d nope | ARG_ERROR | no | -
sleep x | ARG_ERROR | no | -
timeout nope ls | ARG_ERROR | no | -
timeout 0.1 sleep 5 | TIMEOUT | no | again
base64 nope | FILE_NOT_FOUND | no | -
base64 -d a.txt | INPUT_INVALID | no | -
sha256sum nope | FILE_NOT_FOUND | no | -
od nope | FILE_NOT_FOUND | no | -
fold -w x a.txt | ARG_ERROR | no | -
nl nope | FILE_NOT_FOUND | no | -
tac nope | FILE_NOT_FOUND | no | -
readlink --nope | ARG_ERROR | no | -
realpath nope/x | FILE_NOT_FOUND | no | -
basename | ARG_ERROR | no | -
id nope-no-such | USER_NOT_FOUND | no | -
groups nope-no-such | USER_NOT_FOUND | no | -
kill 99999999 | PROCESS_NOT_FOUND | no | -
kill -NOPE 1 | ARG_ERROR | no | -
cp nope x | FILE_NOT_FOUND | no | -
cp --nope | ARG_ERROR | no | -
mv nope x | FILE_NOT_FOUND | no | -
mv --nope | ARG_ERROR | no | -
rm nope | FILE_NOT_FOUND | no | -
rm --nope | ARG_ERROR | no | -
rmdir nope | FILE_NOT_FOUND | no | -
rmdir --nope | ARG_ERROR | no | -
mkdir a.txt | FILE_EXISTS | no | -
mkdir --nope | ARG_ERROR | no | -
touch nope/x | FILE_NOT_FOUND | no | -
touch --nope | ARG_ERROR | no | -
ln -s | ARG_ERROR | no | -
ln --nope | ARG_ERROR | no | -
chmod +x nope | FILE_NOT_FOUND | no | -
chmod --nope x | ARG_ERROR | no | -
chown --nope x | ARG_ERROR | no | -
dd if=nope of=x | FILE_NOT_FOUND | unknown | -
sed s/a a.txt | PROGRAM_INVALID | no | -
sed -n p nope | FILE_NOT_FOUND | no | -
sed -i s/a/b/ nope | FILE_NOT_FOUND | unknown | -
sed --nope | ARG_ERROR | no | -
awk { a.txt | PROGRAM_INVALID | no | -
tar tf nope.tar | FILE_NOT_FOUND | no | -
tar xf a.txt | ARCHIVE_INVALID | no | -
tar --nope | ARG_ERROR | no | -
gzip nope | FILE_NOT_FOUND | unknown | -
gzip -t a.txt | INPUT_INVALID | no | -
gzip --nope | ARG_ERROR | no | -
env --nope | ARG_ERROR | no | -
xargs --nope | ARG_ERROR | no | -
git log nope | REVISION_UNKNOWN | no | -
git show nope | REVISION_UNKNOWN | no | -
git show HEAD:nope | PATH_UNKNOWN | no | -
git blame nope | PATH_UNKNOWN | no | -
git status --nope | ARG_ERROR | no | -
git frobnicate | ARG_ERROR | no | -
git checkout nope | PATH_UNKNOWN | no | -
git checkout -b a..b | NAME_INVALID | no | -
git branch -d nope | REVISION_UNKNOWN | unknown | -
git branch x nope | REVISION_UNKNOWN | unknown | -
git tag -d nope | REVISION_UNKNOWN | unknown | -
git merge nope | REVISION_UNKNOWN | no | -
git merge --abort | NOTHING_IN_PROGRESS | no | -
git rebase nope | REVISION_UNKNOWN | no | -
git rebase --abort | NOTHING_IN_PROGRESS | no | -
git cherry-pick nope | REVISION_UNKNOWN | no | -
git revert nope | REVISION_UNKNOWN | no | -
git stash pop | NO_STASH | no | -
git apply nope.patch | FILE_NOT_FOUND | unknown | -
git apply a.txt | INPUT_INVALID | no | -
git add nope | PATH_UNKNOWN | no | -
git rm nope | PATH_UNKNOWN | no | -
git mv nope x | PATH_UNKNOWN | no | -
git restore nope | PATH_UNKNOWN | no | -
git reset --hard nope | REVISION_UNKNOWN | no | -
git clean | FORCE_REQUIRED | no | -
git push | NO_UPSTREAM | no | -
git push nope HEAD | REMOTE_UNKNOWN | unknown | -
git push http://127.0.0.1:1/x.git HEAD | CONNECTION_FAILED | unknown | -
git pull | NO_UPSTREAM | no | -
git fetch http://127.0.0.1:1/x.git | CONNECTION_FAILED | unknown | -
git ls-remote http://127.0.0.1:1/x.git | CONNECTION_FAILED | no | again
git clone nope x | REMOTE_UNKNOWN | unknown | -
git clone http://127.0.0.1:1/x.git | CONNECTION_FAILED | unknown | -
git remote add origin | ARG_ERROR | no | -
git remote remove nope | REMOTE_UNKNOWN | unknown | -
git config --get x | ARG_ERROR | no | -
git bisect good | NOTHING_IN_PROGRESS | no | -
git submodule update nope | PATH_UNKNOWN | no | -
node nope.js | MODULE_NOT_FOUND | unknown | -
node -e x, | SYNTAX_ERROR | unknown | -
npm run nope | SCRIPT_NOT_FOUND | unknown | -
npm frobnicate | ARG_ERROR | no | -
npm ci | EUSAGE | unknown | -
npm test | SCRIPT_NOT_FOUND | unknown | -
npm view x --registry=http://127.0.0.1:1 --fetch-retries=0 | ECONNREFUSED | no | again
npm install x --registry=http://127.0.0.1:1 --fetch-retries=0 | ECONNREFUSED | unknown | -
npm audit --registry=http://127.0.0.1:1 | ENOLOCK | no | -
curl --nope | ARG_ERROR | no | -
curl -sS http://127.0.0.1:1/ | CONNECTION_FAILED | no | again
curl -sS -d x http://127.0.0.1:1/ | CONNECTION_FAILED | no | -
curl -sS nope://x | PROTOCOL_UNKNOWN | no | -
wget -q -O - http://127.0.0.1:1/ | CONNECTION_FAILED | no | again
jq . a.txt | INPUT_NOT_JSON | no | -
jq .a nope | FILE_NOT_FOUND | no | -
jq --nope . | ARG_ERROR | no | -
python3 nope.py | FILE_NOT_FOUND | no | -
python3 -m nope_module | MODULE_NOT_FOUND | unknown | -
python3 bad.py | SYNTAX_ERROR | unknown | -
make nope | TARGET_NOT_FOUND | unknown | -
make --nope | ARG_ERROR | no | -
make -f nope | MAKEFILE_NOT_FOUND | no | -
gcc nope.c | FILE_NOT_FOUND | unknown | -
gcc bad.c | COMPILE_ERRORS | unknown | -
gcc --nope | ARG_ERROR | no | -
openssl nope | ARG_ERROR | no | -
openssl x509 -in nope | FILE_NOT_FOUND | no | -
unzip -l nope.zip | FILE_NOT_FOUND | no | -
unzip a.txt | ARCHIVE_INVALID | no | -
ssh -o BatchMode=yes -p 1 127.0.0.1 true | CONNECTION_FAILED | no | -
redis-cli -p 1 get a | CONNECTION_FAILED | no | again
sqlite3 :memory: selec | SYNTAX_ERROR | unknown | -
psql -h 127.0.0.1 -p 1 -c x | CONNECTION_FAILED | unknown | -
systemctl --nope | ARG_ERROR | no | -
apt-get --nope | ARG_ERROR | no | -
dpkg -s nope-no-such | PACKAGE_NOT_FOUND | no | -
rg ( a.txt | PATTERN_INVALID | no | -
rg --nope | ARG_ERROR | no | -
pip frob | ARG_ERROR | no | -
pip show nope-x | PACKAGE_NOT_FOUND | no | -
go frob | ARG_ERROR | no | -
java -nope | ARG_ERROR | no | -
mvn --nope | ARG_ERROR | no | -
gem frob | ARG_ERROR | no | -
ffmpeg -nope | ARG_ERROR | no | -
perl nope.pl | FILE_NOT_FOUND | no | -
ruby nope.rb | FILE_NOT_FOUND | unknown | -
php nope.php | FILE_NOT_FOUND | no | -
xz -t a.txt | INPUT_INVALID | no | -
nm nope | FILE_NOT_FOUND | no | -
no-such-program | PROGRAM_NOT_FOUND | no | -
./nope | PROGRAM_NOT_FOUND | no | -
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
