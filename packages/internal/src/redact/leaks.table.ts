/** The secret in every line of these tables. */
export const SECRET = 'hunter2x'

/** Command lines with a secret that no general rule gives away; single quotes hold blanks together. */
export const LEAKING_CALLS: readonly string[] = `
az login -u ada -p hunter2x
az login --service-principal -u id -phunter2x --tenant t
az acr login -n shop -u ada -p hunter2x
az sql server create -n s -u ada -p hunter2x
az keyvault secret set --vault-name v -n db --value hunter2x
az webapp config appsettings set --settings DB_PASSWORD=hunter2x
sqlcmd -S host -U sa -P hunter2x -Q 'select 1'
sqlcmd -S host -U sa -Phunter2x
bcp shop.items out f -U sa -P hunter2x
sqlplus ada/hunter2x@db
sqlplus -s ada/hunter2x @run.sql
expdp ada/hunter2x directory=d
curl --cert f.pem:hunter2x https://h
curl -E f.pem:hunter2x https://h
curl --proxy-cert=f.pem:hunter2x https://h
curl --pass hunter2x --key k.pem https://h
curl -U ada:hunter2x https://h
curl -x ada:hunter2x@proxy:80 https://h
curl --oauth2-bearer hunter2x https://h
curl --tlspassword hunter2x https://h
curl -F password=hunter2x https://h
curl -b sid=hunter2x https://h
curl -H 'PRIVATE-TOKEN: hunter2x' https://h
curl -sSfu ada:hunter2x https://h
gh secret set DB --body hunter2x
gh secret set DB -b hunter2x
gh secret set DB -bhunter2x --repo a/b
gh secret set DB --body=hunter2x
glab variable set DB_TOKEN hunter2x
glab variable set DB --value hunter2x --masked
nmcli dev wifi connect home password hunter2x
nmcli con modify home wifi-sec.psk hunter2x
nmcli con modify home 802-1x.password hunter2x
wpa_passphrase home hunter2x
iwconfig wlan0 key hunter2x
netsh wlan set hostednetwork key=hunter2x
net user ada hunter2x /add
net use z: '\\\\h\\s' hunter2x /user:ada
smbclient //h/s -U ada%hunter2x
rpcclient -U ada%hunter2x h
mount -t cifs //h/s /mnt -o username=ada,pass=hunter2x
mount.cifs //h/s /mnt -o user=ada%hunter2x
mysql -u root -phunter2x shop
mysqlimport -u root -phunter2x shop f
mysqladmin -u root password hunter2x
mysqlsh --password=hunter2x root@h
mycli -u root -p hunter2x
psql 'host=h user=ada password=hunter2x'
psql postgresql://ada:hunter2x@h/shop
mongoimport -u ada -p hunter2x
mongoexport -u ada -phunter2x
redis-cli -a hunter2x ping
redis-cli -h h AUTH hunter2x
redis-cli -h h auth ada hunter2x
redis-cli config set requirepass hunter2x
ldapsearch -D cn=ada -w hunter2x
ldapmodify -D cn=ada -whunter2x
ldappasswd -D cn=ada -s hunter2x
htpasswd -b f ada hunter2x
htpasswd -nbB ada hunter2x
openssl enc -aes-256-cbc -k hunter2x
openssl rsa -in k -passin pass:hunter2x
openssl pkcs12 -passout pass:hunter2x -in k
openssl passwd -6 hunter2x
openssl dgst -sha256 -hmac hunter2x f
keytool -list -storepass hunter2x
jarsigner -keypass hunter2x a.jar me
sshpass -p hunter2x ssh h
sshpass -phunter2x ssh h
zip -P hunter2x a.zip f
unzip -P hunter2x a.zip
7z x -phunter2x a.7z
unrar x -phunter2x a.rar
rar a -hphunter2x a.rar f
gpg --batch --passphrase hunter2x -d f
docker login -u ada -p hunter2x
podman login -u ada -phunter2x
helm registry login h -u ada -p hunter2x
docker run -e DB_PASSWORD=hunter2x img
docker build --build-arg NPM_TOKEN=hunter2x .
vault login hunter2x
vault kv put secret/db value=hunter2x
vault operator unseal hunter2x
vault token lookup hunter2x
kubectl create secret generic db --from-literal=user=hunter2x
kubectl create secret docker-registry r --docker-password hunter2x
kubectl config set-credentials ada --token hunter2x
aws configure set aws_secret_access_key hunter2x
aws secretsmanager create-secret --name db --secret-string hunter2x
aws secretsmanager put-secret-value --secret-id db --secret-string hunter2x
aws ssm put-parameter --name db --type SecureString --value hunter2x
aws rds modify-db-instance --master-user-password hunter2x
gcloud sql users set-password ada --password=hunter2x
fly secrets set DATABASE_URL=hunter2x
flyctl secrets import DB=hunter2x
supabase secrets set DB=hunter2x
doppler secrets set DB hunter2x
doppler secrets set DB=hunter2x
wrangler secret put DB hunter2x
heroku config:set API_TOKEN=hunter2x
netlify --auth hunter2x deploy
vercel -t hunter2x deploy
doctl -t hunter2x account get
oc login -u ada -p hunter2x
cf login -u ada -p hunter2x
ibmcloud login --apikey hunter2x
bw login ada@h hunter2x
bw unlock hunter2x
op item create --category login password=hunter2x
security add-generic-password -a ada -s db -w hunter2x
security unlock-keychain -p hunter2x login.keychain
cmdkey /add:h /user:ada /pass:hunter2x
xfreerdp /u:ada /p:hunter2x /v:h
rdesktop -u ada -p hunter2x h
cqlsh -u ada -p hunter2x
cypher-shell -u neo4j -p hunter2x
neo4j-admin dbms set-initial-password hunter2x
clickhouse-client --password hunter2x
influx -t hunter2x ping
rabbitmqctl add_user ada hunter2x
rabbitmqctl change_password ada hunter2x
rabbitmqadmin -u ada -p hunter2x list queues
mosquitto_pub -u ada -P hunter2x -t t -m m
mosquitto_passwd -b f ada hunter2x
lftp -u ada,hunter2x ftp.example.org
wget --http-password hunter2x https://h
aria2c --http-passwd=hunter2x https://h
http -a ada:hunter2x https://h
rclone config create r sftp pass hunter2x
rclone obscure hunter2x
s3cmd --secret_key=hunter2x ls
mc alias set shop https://h access hunter2x
svn co https://h --username ada --password hunter2x
git clone https://ada:hunter2x@h/x.git
git -c 'http.extraHeader=Authorization: Basic hunter2x' fetch
ansible-playbook -e ansible_password=hunter2x p.yml
useradd -m -p hunter2x ada
usermod -p hunter2x ada
ipmitool -H h -U ada -P hunter2x power status
snmpget -v3 -u ada -A hunter2x -X hunter2x h oid
snmpwalk -v2c -c hunter2x h
samba-tool user create ada hunter2x
qpdf --password=hunter2x a.pdf b.pdf
pdftotext -upw hunter2x a.pdf
pdftk a.pdf input_pw hunter2x output b.pdf
twine upload -u ada -p hunter2x dist/x
poetry config http-basic.shop ada hunter2x
poetry config pypi-token.pypi hunter2x
poetry publish -u ada -p hunter2x
cargo login hunter2x
npm config set //h/:_authToken hunter2x
yarn config set npmAuthToken hunter2x
composer config github-oauth.github.com hunter2x
nuget push a.nupkg -ApiKey hunter2x
dotnet nuget push a.nupkg -k hunter2x
dotnet user-secrets set Db:Conn hunter2x
mvn deploy -Dpassword=hunter2x
gradle publish -PsigningPassword=hunter2x
sonar-scanner -Dsonar.login=hunter2x
codecov -t hunter2x
snyk auth hunter2x
ngrok config add-authtoken hunter2x
ngrok authtoken hunter2x
tailscale up --authkey hunter2x
sh -c 'echo hunter2x | sudo -S ls'
sh -c 'echo ada:hunter2x | chpasswd'
bash -c 'printf hunter2x | gh secret set DB'
bash -c 'echo hunter2x | docker login --password-stdin'
bash -c 'echo hunter2x | passwd --stdin ada'
bash -c 'gh auth login --with-token <<< hunter2x'
ssh host mysql -phunter2x
sudo -u ada az login -u x -p hunter2x
env A=1 sqlcmd -P hunter2x
`
  .trim()
  .split('\n')

const path = 'hunter2x/aBcD3fGh1jKlMnOpQrSt'

/** Texts with a secret, as programs print them. */
export const LEAKING_TEXTS: readonly string[] = [
  // Keys that are known by their beginning
  `AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9${SECRET}`,
  `lin_api_8f3a9c1b2d4e5f60${SECRET}`,
  `NRAK-ABCDEFGHIJKLMNOPQR${SECRET}`,
  `dapi0123456789abcdef0123456789abcdef${SECRET}`,
  `sbp_0123456789abcdef${SECRET}`,
  `dp.pt.abcdefghijklmnopqr${SECRET}`,
  `dp.st.dev.abcdefghijklmnopqr${SECRET}`,
  `pscale_tkn_abcdefghijklmn${SECRET}`,
  // Files with keys, and what is known by its place
  `{"kty":"EC","crv":"P-256","x":"f83OJ3D2","d":"jpsQnnGQmL${SECRET}"}`,
  `db.example.org:5432:shop:ada:${SECRET}`,
  `localhost:*:*:ada:${SECRET}`,
  `GET https://app.example.org/cb?code=4/0AX4XfWh${SECRET}&state=1`,
  `Your token:\n  8f3a9c1b2d4e${SECRET}\n`,
  // Addresses that are a secret themselves
  `https://discord.com/api/webhooks/123456789012345678/${path.replace('/', '-')}`,
  `https://discordapp.com/api/v10/webhooks/123456789012345678/${path.replace('/', '_')}`,
  `POST https://hooks.slack.com/services/T0000/B0000/${path.replace('/', '')}`,
  `https://hooks.slack.com/workflows/T0000/A0000/1234/${path.replace('/', '')}`,
  `https://api.telegram.org/bot123456789:${path.replace('/', '-')}/sendMessage`,
  `https://acme.webhook.office.com/webhookb2/0a1b/IncomingWebhook/${path}`,
  `https://hooks.zapier.com/hooks/catch/123456/${SECRET}/`,
  `https://maker.ifttt.com/trigger/door/with/key/${path.replace('/', '')}`,
  `https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=${SECRET}`,
  `https://h.blob.core.windows.net/c/f?sv=2024&sig=${SECRET}%3D`,
  `https://prod-1.westus.logic.azure.com/workflows/1/triggers?sp=x&sig=${SECRET}`,
  `https://${SECRET}d0aeb02d0ae598e95dc97@o1.ingest.sentry.io/1`,
  `https://h/login?jwt=${SECRET}&a=1`,
  `https://h/reset?reset_token=${SECRET}`,
  `wss://h/socket?access_token=${SECRET}`,
  `amqp://ada:${SECRET}@h:5672/`,
  `jdbc:postgresql://h/shop?user=ada&password=${SECRET}`,
  `Server=h;Database=shop;User Id=sa;Password=${SECRET};`,
  `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${SECRET}==;`,
  // JSON
  `{"password":\n  "${SECRET}"}`,
  `{\n  "token"\n  :\n  "${SECRET}"\n}`,
  `"{\\"password\\":\\n  \\"${SECRET}\\"}"`,
  `{"apiKey":"${SECRET}`,
  String.raw`{\\\"client_secret\\\":\\\"${SECRET}\\\"}`,
  `{"headers":{"authorization":["Bearer ${SECRET}"]}}`,
  `[{"Name":"DB_PASSWORD","Value":"${SECRET}"}]`,
  `{"key":"api_token","value":"${SECRET}"}`,
  `{"secret": {"value": "${SECRET}"}}`,
  `{'password': '${SECRET}'}`,
  `{"auths":{"h":{"auth":"${SECRET}="}}}`,
  `{password:"${SECRET}"}`,
  `{\\u0022password\\u0022:\\u0022${SECRET}\\u0022}`,
  `%7B%22password%22%3A%22${SECRET}%22%7D`,
  // Files
  `password: |\n  ${SECRET}\n`,
  `token: >-\n  ${SECRET}\n`,
  `- name: DB_PASSWORD\n  value: ${SECRET}\n`,
  `machine h login ada password ${SECRET}`,
  `machine h\n  login ada\n  password ${SECRET}\n`,
  `//registry.npmjs.org/:_authToken=${SECRET}`,
  `<add key="ApiKey" value="${SECRET}" />`,
  `<password encrypted="false">${SECRET}</password>`,
  `<input name="csrf_token" value="${SECRET}">`,
  `export DB_PASSWORD='${SECRET}'`,
  `set DB_PASSWORD=${SECRET}`,
  `$env:DB_PASSWORD = "${SECRET}"`,
  `ENV DB_PASSWORD ${SECRET}`,
  `setx DB_PASSWORD ${SECRET}`,
  `[default]\naws_secret_access_key = ${SECRET}`,
  `requirepass ${SECRET}`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${SECRET}`,
  // Sentences
  `Your new password: ${SECRET}`,
  `the password is ${SECRET}`,
  `The initial admin password is "${SECRET}".`,
  `Generated token ${SECRET} for ada`,
  `Login with user ada and password ${SECRET}`,
  `identified by '${SECRET}'`,
  `CREATE USER ada WITH PASSWORD '${SECRET}'`,
  `ALTER USER ada IDENTIFIED BY "${SECRET}"`,
  `Invalid token: ${SECRET}`,
  `Sent Authorization: Bearer ${SECRET}`,
  `-H "X-Auth-Token: ${SECRET}"`,
  `Cookie: sid=${SECRET}; a=b`,
  `> PASS ${SECRET}`,
  `AUTH PLAIN ${SECRET}=`,
]

/** Sentences, code and logs without secrets; nothing in them is a value. */
export const PLAIN_TEXTS: readonly string[] = [
  'password=os.environ["DB"]',
  'connect(password=os.getenv("DB_PASSWORD"), user="x")',
  'token = process.env["TOKEN"]',
  'usage: tool --token <TOKEN> [--x]',
  'export TOKEN=<TOKEN>',
  'Token:\n  expired',
  'https://example.org/?code=404',
  'https://example.org/?error=denied&code=invalid_request',
  'src/a.c:1234:5:error:hunter2x',
  '{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}',
  'Unexpected token: punc (})',
  'Unexpected token: name (foo)',
  'SyntaxError: Unexpected token: } in JSON at position 4',
  "Unexpected token: '}'",
  'Unexpected token: "export"',
  "error: expected token: ';' before 'return'",
  'syntax error near unexpected token: done',
  'Invalid token: expected a number',
  '--client-secret: item 2: expected a whole number.',
  'Illegal token: @',
  'Parse error: missing token: end of file',
  'Unknown token: <<',
  'JSON Parse error: Unrecognized token: <',
  'Next token: identifier',
  'password: incorrect',
  'Password: authentication failed for user ada',
  'password: please try again',
  'Wrong password: try again in a minute',
  'auth: denied by the server',
  'Auth: basic',
  'auth: OAuth2 is not configured',
  'token: unauthorized',
  'token: revoked yesterday',
  'Access token: none',
  'API key: see the settings of your account',
  'credentials: none found',
  'Cookie consent: disabled by user',
  'jwt: malformed',
  'JWT: signature does not match',
  'otp: six digits',
  'signature: mismatch',
  'sig: verification failed',
  'PASS: test_login',
  '--- PASS: TestLogin (0.00s)',
  'PASS src/token.test.ts',
  'pass: all tests',
  'Secret: not found',
  'secrets "db" not found',
  'Error from server (NotFound): secrets "db-password" not found',
  'secret "db" created',
  'Use --password flag to set it',
  'The --token option takes a string',
  'unknown option --password given twice',
  'Pass --auth when calling',
  'Did you mean --token?',
  'error: the following arguments are required: --token, --password',
  'Usage: login [--token TOKEN] [--password PASSWORD]',
  '  --token string   the token of the service',
  '  --password <password>  the password',
  '-p, --password=PASSWORD   password to use',
  "Argument of type '{ token: string; }' is not assignable to parameter of type 'Login'",
  "Property 'password' is missing in type '{ user: string; }'",
  'function login(user: string, password: string): Promise<void>',
  'def login(user: str, password: str) -> Token:',
  'fn login(password: &str, token: Option<String>)',
  'export interface Login { token: Token; apiKey: ApiKey }',
  'const token: string | undefined = undefined',
  'let auth = require("./auth")',
  'the token is required',
  'the password is too short',
  'The password is not correct.',
  'password is invalid',
  'Generated token for ada',
  'Enter the password for ada:',
  "Password for 'https://github.com': ",
  'Permission denied (publickey,password).',
  'ada@h: Permission denied, please try again (password, keyboard-interactive).',
  'fatal: could not read Password for https://github.com: terminal prompts disabled',
  'npm error code E401 Unable to authenticate, your authentication token seems to be invalid.',
  'expected token to be a string',
  'src/auth.ts:12:5: error: token is not defined',
  'tests/password.test.ts > password: is hashed',
  '✓ token: refreshes when it expires',
  'ok 3 - auth: logs out',
  'diff --git a/secret.txt b/secret.txt',
  'On branch feature/token-refresh',
  'commit: fix(auth): token of the session is kept',
  'Set-Cookie header is missing',
  'x-api-key header required',
  'Authorization header: missing',
  '"password": {"type": "string", "minLength": 8}',
  '{"token":{"required":true}}',
  'The key word is secret, not public.',
  'Tokens: 1,204 in, 388 out',
  'max_tokens: 4096',
  'pin: 3 of 5 pages',
]

/** Command lines without secrets. */
export const PLAIN_CALLS: readonly string[] = `
grep -r password src
grep -n password config.yaml
rg token packages/surety/src/index.ts
git commit -m password
git log -p -3
git push -u origin main
docker run -p 80:80 -u 1000:1000 img
docker run -e NODE_ENV=production img
kubectl get secret db
kubectl -n shop get pods -w
kubectl delete secret db
mkdir -p a/b
cp -p a b
ps -p 12
ssh -p 22 host
mysql -p shop
psql -p 5432 -U ada -w shop
sqlcmd -S host -i run.sql
az group list -o table
curl -x http://proxy:80 https://h
curl -b cookies.txt https://h
curl --cert f.pem https://h
redis-cli get token
vault kv get secret/db
vault token lookup
gh secret list
gh pr create --body text
gh issue create -b text
openssl passwd -6 -stdin
nmcli dev wifi list
tar -czf a.tar.gz src
find . -name password.txt
npm config get registry
npm run auth -- list
cargo test token
python3 -m token file.py
useradd -m ada
net user ada
wrangler secret list
fly secrets list
bw list items
mc alias list
security find-generic-password -s db
`
  .trim()
  .split('\n')
