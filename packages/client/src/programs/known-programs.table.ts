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
git log --oneline --graph --all -20
git log -1 --pretty=format:%s
git diff --name-only HEAD~1 HEAD
git diff --cached
git show --stat HEAD
git rev-list --count HEAD
git branch --show-current
git symbolic-ref --short HEAD
git hash-object a.txt
git cherry -v HEAD~1
tar tvf a.tar
awk 'NR>1{print $1}' a.txt
awk -F: '$2 > 1 {print $1}' a.txt
gzip -l nope.gz
gzip -dc nope.gz
zcat nope.gz
gcc -fsyntax-only -Wall -I. -DX=1 a.c
redis-cli -p 1 lrange x 0 -1
sqlite3 -readonly a.db .tables
base64 a.txt
od -c a.txt
xxd a.txt
hexdump -C a.txt
paste a.txt b.txt
join a.txt b.txt
column -t a.txt
rev a.txt
nproc
env
printf x
ip -br a
sha1sum a.txt
tree -L 1
tsc --version
tsc --showConfig
vitest --version
prettier --version
eslint --version
jest --version
ffmpeg -version
ffprobe -v error -show_format a.txt
go version
go env GOOS
go list ./...
go doc fmt.Println
aws --version
aws configure list
yq .a a.json
lsof -i :1
tmux ls
kubectl config view
docker context ls
pip freeze
dpkg -L bash
journalctl --disk-usage
systemctl list-units --no-pager
less --version
bash --version
psql -h 127.0.0.1 -p 1 -l
ssh -V
fdfind -e txt
fdfind -H -t f one .
fdfind -g '*.json' --max-depth 1
openssl version -a
openssl list -digest-algorithms
openssl ciphers -v
openssl dgst -sha256 a.txt
openssl sha256 a.txt
openssl x509 -in nope.pem -noout -dates
openssl s_client -connect 127.0.0.1:1 -servername x
xargs --version
timeout --version
podman --version
podman images
podman ps -a --format json
podman volume ls
gcloud version
gcloud config list
az version
gh search issues --help
gh run list --help
shuf -n 1 a.txt
shuf -i 1-3 --random-source=a.txt
fold -s -w 3 a.txt
fmt -w 20 a.txt
expand -t 2 a.txt
unexpand -a a.txt
tsort a.txt
factor 12
numfmt --to=iec 2048
pr -t -m a.txt b.txt
cksum -a sha256 a.txt
iconv -f utf-8 -t latin1 a.txt
mktemp -u
strings -n 4 a.tar
nm -D /bin/ls
objdump -d a.c
readelf -h -S /bin/ls
size /bin/ls
ldd --version
getent passwd root
getent services http
locale -a
getconf PAGE_SIZE
tty
groups
who -b
w -h
last -n 3
lsblk -J
lscpu -J
lspci -nn
lsusb -t
lsmod
findmnt -J /
mount -l
dmesg -T --level=err
vmstat -s
iostat -x
pidof init
pstree -p 1
fuser -v a.txt
netstat -tulpn
ifconfig lo
route -n
arp -an
sysctl -n kernel.ostype
crontab -l
hostnamectl status
timedatectl show
loginctl list-sessions --no-legend
dpkg-query -W bash
apt-mark showmanual
xz -l a.txt
xz -dc a.txt
xz -d -t --stdout a.txt
xzcat a.txt
bzip2 -t a.txt
bzip2 -dc a.txt
bzcat a.txt
zstd -l a.txt
zstd -dc a.txt
zstdcat a.txt
7z l -slt a.tar
7z t a.tar
cpio -it -F a.tar
zipinfo -1 nope.zip
zgrep -n one a.txt
dig -v
host -V
nslookup -version
ping -V
traceroute --version
nc -h
whois --version
ssh-keygen -lf a.txt
ssh-add -l
perl -v
ruby --version
gem list --local
gem environment
php -v
php -l a.txt
java -version
javac -version
javap -version
jar tf nope.jar
gh-axi --version
shellcheck -f gcc a.txt
shfmt -d a.txt
shfmt -l .
yamllint a.json
black --check .
black --diff -q .
mypy --version
gofmt -l main.go
gofmt -d -s main.go
clang-format --dry-run a.c
clang-format --style=LLVM a.c
pandoc -f markdown -t html a.txt
pandoc --list-output-formats
xmllint --noout a.txt
xmllint --xpath //a a.txt
dot -Tsvg a.txt
dot -V
pdfinfo a.txt
pdftotext -v
batcat -pp a.txt
batcat --paging=never -n a.txt
exa -la .
fzf --filter one
svn --version
svn info
svn status
svn diff --internal-diff
mysql --version
strace -V
gdb --version
valgrind --version
ninja --version
`
  .trim()
  .split('\n')

/** Everyday reads of a network or of a daemon, which tests do not ask. */
export const DISTANT = String.raw`
npm view react versions --json
npm view @types/node@20 version
npm info lodash
npm outdated
npm audit --json
npm search parser
gh pr list
gh pr view 1 --json title,body
gh pr diff 1
gh pr checks 1
gh run list --limit 5
gh run view 1 --log
gh issue view 1 --comments
gh api repos/a/b/pulls
gh release list
docker ps -a
docker images
docker logs --tail 100 x
docker inspect x
docker compose ps
docker compose logs --tail=50 web
kubectl get pods -A
kubectl -n y get deploy x -o yaml
kubectl describe pod x
kubectl logs x --tail=50
kubectl top pods
helm list -A
helm status x
terraform output -json
terraform state list
terraform fmt -check
curl -sI https://example.org
curl -fsSL https://example.org/install.sh
curl -G -d q=a -d page=2 https://example.org/search
curl -sG https://example.org/search --data-urlencode 'q=a b@c'
curl --get --data-raw @x https://example.org/search
curl -s -H 'Accept: application/json' https://example.org/api
curl -s -o /dev/null -w '%{http_code}' https://example.org
wget -qO- https://example.org
git ls-remote origin
git remote show origin
pip index versions requests
aws sts get-caller-identity
aws ec2 describe-instances --region x
psql -tAc 'select count(*) from users where id > 3'
redis-cli hgetall x
gh run list --status failure --limit 5
gh search issues 'rate limit' --repo a/b --json number
gh label list --json name
gh release list --exclude-drafts --json tagName
gh cache list --sort size_in_bytes
gh project item-list 1 --owner a --format json
gh api repos/a/b/issues --paginate --jq '.[].number'
glab mr list --merged
glab issue list -P 100
glab ci status
gcloud compute instances list --project x --format json
gcloud builds list --limit 5
gcloud run services describe x --region y
gcloud logging read 'severity>=ERROR' --limit 20
az vm list -g x -o table
az group list --query '[].name'
az monitor activity-log list
az storage blob list --account-name x -c y
brew list --versions
brew search x
conda env list
conda list -n x
uv tool list
uv cache dir
podman search x
docker compose -f a.yml ps
docker compose config --services
docker compose logs --tail=50 web
docker-compose ps
aws logs filter-log-events --log-group-name x --filter-pattern ERROR
aws logs tail /aws/x --since 1h
aws dynamodb scan --table-name x --max-items 5
aws ecr describe-images --repository-name x
helm template x ./chart -f values.yaml
helm history x -n y
helm list -A --no-headers
curl -D - -o /dev/null -s https://example.org
dig +short example.org
dig @1.1.1.1 example.org MX
host -t mx example.org
nslookup -type=txt example.org
ping -c 1 -W 1 example.org
traceroute -n example.org
nc -zv -w 1 127.0.0.1 80
whois example.org
gem search --remote rails
gh-axi issue list --repo a/b --state open --limit 5
gh-axi pr view 1 -R a/b --comments --full
gh-axi search prs 'x y' --repo a/b
gh-axi run view 1 --repo a/b --log-failed
svn log -l 5 https://example.org/svn
mysql -h 127.0.0.1 -e 'select count(*) from users'
mysql -u x -D y -e 'show tables'
`
  .trim()
  .split('\n')
