/** A text with a secret, and what is left of it. */
export interface SecretSpelling {
  readonly what: string
  readonly text: string
  readonly redacted: string
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const hex = '0123456789abcdef'
const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----`
const jwt = `eyJ${letters}.eyJ${letters}.${letters}`

function spelling(what: string, text: string, redacted: string): SecretSpelling {
  return { what, text, redacted }
}

/** Spellings of secrets in free text: log lines, messages, command lines as one string. */
export const SECRET_TEXTS: readonly SecretSpelling[] = [
  // Addresses
  spelling('a URL with a password', 'at https://u:p@h/x now', 'at https://[REDACTED]@h/x now'),
  spelling('a URL with a password alone', 'redis://:pa55@h:6379/0', 'redis://[REDACTED]@h:6379/0'),
  spelling('a password with an @', 'ftp://u:p@ss@h/x', 'ftp://[REDACTED]@h/x'),
  spelling('a URL in escaped JSON', '"https:\\/\\/u:p@h"', '"https:\\/\\/[REDACTED]@h"'),
  spelling('a query', 'GET /x?token=abc&page=2', 'GET /x?token=[REDACTED]&page=2'),
  spelling('a signed query', '/x?X-Amz-Signature=abc#top', '/x?X-Amz-Signature=[REDACTED]'),
  spelling('a query in a query', '/x?next=%2Fy%3Ftoken%3Dabc', '/x?next=%2Fy%3Ftoken%3D[REDACTED]'),
  // Options
  spelling('an option and its value', 'run --token s3cret on', 'run --token [REDACTED] on'),
  spelling('an option with =', 'run --token=s3cret on', 'run --token=[REDACTED] on'),
  spelling('an option with commas', 'run --password=a,b on', 'run --password=[REDACTED] on'),
  spelling('a single dash', 'run -password s3cret on', 'run -password [REDACTED] on'),
  spelling('quotes', `run --token "a b; c" on`, `run --token "[REDACTED]" on`),
  spelling('single quotes', `run --token='a b, c' on`, `run --token='[REDACTED]' on`),
  spelling('a quoted option', `run '--token=a b' on`, `run '--token=[REDACTED]' on`),
  spelling('an escaped blank', String.raw`run --token=a\ b on`, 'run --token=[REDACTED] on'),
  spelling(
    'an assignment in an option',
    'create --from-literal=password=abc x',
    'create --from-literal=password=[REDACTED] x',
  ),
  spelling(
    'a quoted assignment in an option',
    `create --from-literal='password=a b' x`,
    `create --from-literal='password=[REDACTED]' x`,
  ),
  spelling(
    'one of several assignments',
    '--set a=1,password=x,b=2',
    '--set a=1,password=[REDACTED],b=2',
  ),
  // Variables
  spelling(
    'a variable',
    'AWS_SECRET_ACCESS_KEY=a/b HOME=/root',
    'AWS_SECRET_ACCESS_KEY=[REDACTED] HOME=/root',
  ),
  spelling('PASS in a name', 'MYSQL_PASS=abc', 'MYSQL_PASS=[REDACTED]'),
  spelling(
    'PASS without a separator',
    'SSHPASS=abc PGPASSWORD=def',
    'SSHPASS=[REDACTED] PGPASSWORD=[REDACTED]',
  ),
  spelling('PASS in the middle', 'DB_PASS_PROD=abc', 'DB_PASS_PROD=[REDACTED]'),
  spelling('PASSWD', 'PASSWD=abc', 'PASSWD=[REDACTED]'),
  spelling('API_*', 'API_X=abc', 'API_X=[REDACTED]'),
  spelling('AUTH_*', 'AUTH_X="v a l"', 'AUTH_X="[REDACTED]"'),
  spelling('a variable in a list', 'env: GITHUB_TOKEN: abc', 'env: GITHUB_TOKEN: [REDACTED]'),
  // Members
  spelling('JSON', '{"password":"a \\" b","x":1}', '{"password":"[REDACTED]","x":1}'),
  spelling('JSON with blanks', '{ "apiKey" : "a b" }', '{ "apiKey" : "[REDACTED]" }'),
  spelling('JSON in JSON', '{\\"password\\":\\"a, b\\"}', '{\\"password\\":\\"[REDACTED]\\"}'),
  spelling(
    'JSON in JSON with an escaped quote',
    String.raw`{\"password\":\"a\\\"b\",\"x\":1}`,
    String.raw`{\"password\":\"[REDACTED]\",\"x\":1}`,
  ),
  spelling('a JSON list', '{"secret":["a","b"],"x":1}', '{"secret":[REDACTED],"x":1}'),
  spelling('a number', '{"password": 123456}', '{"password": [REDACTED]}'),
  spelling('JSON that was cut', '{"x":1,"token":"abc', '{"x":1,"token":"[REDACTED]'),
  spelling('an inspected object', `{ token: 'abc', x: 1 }`, `{ token: '[REDACTED]', x: 1 }`),
  spelling('YAML', 'user: bob\npassword: abc\n', 'user: bob\npassword: [REDACTED]\n'),
  spelling('properties', 'spring.datasource.password=abc', 'spring.datasource.password=[REDACTED]'),
  spelling('XML', '<a><password>a b</password></a>', '<a><password>[REDACTED]</password></a>'),
  spelling(
    'a form',
    'user[name]=a&user[password]=b&x=1',
    'user[name]=a&user[password]=[REDACTED]&x=1',
  ),
  spelling('a hash', `password => 'abc'`, `password => '[REDACTED]'`),
  spelling('camelCase', 'clientSecret=abc', 'clientSecret=[REDACTED]'),
  // Headers
  spelling(
    'a bearer',
    '> Authorization: Bearer abc.def\n> A: */*',
    '> Authorization: [REDACTED]\n> A: */*',
  ),
  spelling('any scheme', 'Authorization: ApiKey abc def', 'Authorization: [REDACTED]'),
  spelling(
    'a digest',
    'Authorization: Digest username="bob", response="abc"\nAccept: x',
    'Authorization: [REDACTED]\nAccept: x',
  ),
  spelling(
    'a quoted header',
    `curl -H 'Authorization: Token abc' -X POST`,
    `curl -H 'Authorization: [REDACTED]' -X POST`,
  ),
  spelling(
    'a header in JSON',
    '{"Authorization":"Basic dTpw","accept":"x"}',
    '{"Authorization":"[REDACTED]","accept":"x"}',
  ),
  spelling(
    'a header in a logged line',
    '{"line":"> Authorization: Bearer abc\\n","x":1}',
    '{"line":"> Authorization: [REDACTED]\\n","x":1}',
  ),
  spelling('a cookie', 'cookie: a=b; c={"d":1}; e=f\nx: y', 'cookie: [REDACTED]\nx: y'),
  spelling('a new cookie', 'Set-Cookie: sid=abc; Path=/', 'Set-Cookie: [REDACTED]'),
  spelling('an own header', 'X-Api-Key: a b; c=d', 'X-Api-Key: [REDACTED]'),
  spelling('a bearer alone', 'sent Bearer abcdefghij', 'sent Bearer [REDACTED]'),
  spelling('basic credentials alone', 'sent Basic dXNlcjpwYXNz', 'sent Basic [REDACTED]'),
  // Shapes
  ...[
    `ghp_${letters}`,
    `gho_${letters}`,
    `github_pat_${letters}`,
    `glpat-${letters}`,
    `sk-${letters}`,
    `sk-ant-api03-${letters}`,
    `sk_live_${letters}`,
    `xoxb-1234567890-${letters}`,
    `xapp-1-${letters}`,
    'AKIAABCDEFGHIJKLMNOP',
    'ASIAABCDEFGHIJKLMNOP',
    `AIza${letters}`,
    `npm_${letters}`,
    `hf_${letters}`,
    `pypi-${letters}${letters}`,
    `ya29.${letters}`,
    `hvs.${letters}`,
    `dop_v1_${hex}${hex}`,
    `SG.${letters}.${letters}`,
    `whsec_${letters}`,
    jwt,
    pem,
    pem.replaceAll('RSA ', ''),
    pem.replaceAll('\n', '\\n'),
  ].map((token) => spelling(token.slice(0, 20), `with ${token}, yes`, 'with [REDACTED], yes')),
  spelling('a private key that was cut', pem.slice(0, 50), '[REDACTED]'),
]

/** Command lines as lists of words. */
export const SECRET_WORDS: readonly {
  readonly argv: readonly string[]
  readonly redacted: readonly string[]
}[] = [
  { argv: ['x', '--token', 's3cret', 'y'], redacted: ['x', '--token', '[REDACTED]', 'y'] },
  { argv: ['--apiKey', 'a b'], redacted: ['--apiKey', '[REDACTED]'] },
  { argv: ['--token=a b; c'], redacted: ['--token=[REDACTED]'] },
  { argv: ['--from-literal=password=a b'], redacted: ['--from-literal=password=[REDACTED]'] },
  { argv: ['PASSWORD=a, b'], redacted: ['PASSWORD=[REDACTED]'] },
  { argv: ['-H', 'Authorization: X a="b", c'], redacted: ['-H', 'Authorization: [REDACTED]'] },
  { argv: ['-d', '{"password":"a b"}'], redacted: ['-d', '{"password":"[REDACTED]"}'] },
  {
    argv: ['https://u:p@h/x?a=1&token=b'],
    redacted: ['https://[REDACTED]@h/x?a=1&token=[REDACTED]'],
  },
  {
    argv: ['curl', '-u', 'ada:x', '--user=ada:x', '-uada:x'],
    redacted: ['curl', '-u', 'ada:[REDACTED]', '--user=ada:[REDACTED]', '-uada:[REDACTED]'],
  },
  { argv: ['mysql', '-px', 'shop'], redacted: ['mysql', '-p[REDACTED]', 'shop'] },
  { argv: ['mysql', '-p', 'shop'], redacted: ['mysql', '-p', 'shop'] },
  {
    argv: ['docker', 'login', '-u', 'ada', '-p', 'x'],
    redacted: ['docker', 'login', '-u', 'ada', '-p', '[REDACTED]'],
  },
  {
    argv: ['docker', 'run', '-u', 'ada:staff', '-p', '80:80'],
    redacted: ['docker', 'run', '-u', 'ada:staff', '-p', '80:80'],
  },
  {
    argv: ['npm', 'config', 'set', '//h/:_authToken', 'x'],
    redacted: ['npm', 'config', 'set', '//h/:_authToken', '[REDACTED]'],
  },
  {
    argv: ['sh', '-c', `sshpass -p 'a b' ssh h; curl -u "ada:a b" h`],
    redacted: ['sh', '-c', `sshpass -p [REDACTED] ssh h; curl -u "ada:[REDACTED] h`],
  },
  { argv: ['--password', '-a1B2c3'], redacted: ['--password', '[REDACTED]'] },
  { argv: ['--password', '-v', 'x'], redacted: ['--password', '-v', 'x'] },
  { argv: ['--token-limit', '100'], redacted: ['--token-limit', '100'] },
  { argv: ['--no-password', 'deploy'], redacted: ['--no-password', 'deploy'] },
  { argv: ['--token', '<token>'], redacted: ['--token', '<token>'] },
  {
    argv: ['--name', 'alice', '--author', 'bob'],
    redacted: ['--name', 'alice', '--author', 'bob'],
  },
]

/** Texts without secrets, which must not change. */
export const ORDINARY_TEXTS: readonly string[] = [
  '',
  'ordinary words, and a sentence: with a colon = fine',
  'run --token-limit 100 --max-tokens=5',
  'tokens: 5',
  'token: 5',
  'pass: 12, fail: 0',
  'monkey=1 turkey=2 bypass=yes compass=north passenger=3',
  'export ACME_TOKEN=<token>',
  'export ACME_TOKEN=${OTHER_TOKEN} OTHER=$TOKEN',
  'run --token <token> --password $PASSWORD',
  'Add --token to allow it, or --password instead.',
  'The option --token is required.',
  '--token needs a value',
  'password: must have 8 characters',
  'token: expired',
  'auth: required',
  'AUTH_REQUIRED: log in first',
  'TOKEN_EXPIRED: get another one',
  'API_ERROR: upstream said no',
  'Basic authentication and a bearer token are understood',
  'author: bob, authority=x, key: value, keys=3',
  'sort_key=name primaryKey=id public_key=abc',
  'password_file=/run/secrets/db token-path=/etc/token',
  'secret_name=my-secret auth_method=browser',
  'PWD=/home/me/project OLDPWD=/tmp',
  '/usr/lib/node_modules/token/index.js:12:5',
  'C:\\Users\\me\\token.txt',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  `sha256:${hex}${hex}${hex}${hex}`,
  '550e8400-e29b-41d4-a716-446655440000',
  'ssh://git@example.org:22/x.git',
  'https://example.org:8080/a@b?c=d',
  '["https://a:80","x@y"]',
  'npm_config_registry=https://registry.example.org',
  'sk-SK global-configuration-file-of-yours',
  '{"password":null,"token":"","hasToken":true}',
  '{"apiVersion":"v1","kind":"Secret"}',
  'std::token::Token::new()',
  '<token>',
  '2026-11-15T12:30:00.000Z',
]
