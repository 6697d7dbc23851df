import { expect, test } from 'vitest'

import { createRedactor } from './redactor.ts'
import { redactWords } from './secret-options.ts'

const SECRET = 'Xq7vN2pLw9'

const NAMES =
  `password passwd pwd pass passphrase secret token api-key apikey api_key apiKey access-token access_token
  auth-token client-secret client_secret private-key secret-key credential credentials bearer session-token
  refresh-token encryption-key signing-key webhook-secret db-password DB_PASSWORD PGPASSWORD MYSQL_PWD SECRET_KEY
  GITHUB_TOKEN OPENAI_API_KEY AWS_SECRET_ACCESS_KEY X-Api-Key X-Auth-Token Authorization Cookie otp pin psk
  license-key connection-string`.split(/\s+/)

/** How a name and its value are written, as words of a command line; `N` and `S` stand for them. */
const FORMS: readonly (readonly string[])[] = [
  ...['--N=S', '-N=S', 'N=S', 'N:S', 'N: S', '{"N":"S"}', "{'N':'S'}", '-eN=S', '-DN=S', 'a=1,N=S'],
  ...['https://x.org/?N=S', 'https://x.org/#N=S', 'https://x.org/?a=1&N=S&b=2', 'N: "S"\nb: 2'],
  ...[
    'N = "S"',
    '<N>S</N>',
    '<a N="S"/>',
    "$env:N='S'",
    'set N S',
    '{\\"N\\":\\"S\\"}',
    ":N => 'S'",
  ],
  ...[
    'N:="S"',
    'N%3DS',
    '["--N","S"]',
    "['--N', 'S']",
    'export N=S; run',
    'N="S" run',
    "N='S' run",
  ],
  ...['run --N "S"', "run --N 'S'"],
]
  .map((form) => [form])
  .concat([
    ['--N', 'S'],
    ['-N', 'S'],
    ['-H', 'N: S'],
    ['--set', 'N=S'],
    ['--set', 'a.N=S'],
    ['-e', 'N=S'],
    ['-F', 'N=S'],
    ['-d', 'a=1&N=S'],
  ])

test('no name and form together leave a secret readable', () => {
  const redactor = createRedactor()
  const readable = NAMES.flatMap((name) =>
    FORMS.map((form) =>
      form.map((word) => word.replaceAll(/[NS]/g, (at) => (at === 'N' ? name : SECRET))),
    ),
  ).filter((words) =>
    redactWords(['tool', ...words], redactor)
      .join(' ')
      .includes(SECRET),
  )
  expect(readable).toEqual([])
})

test('ordinary words stay', () => {
  const redactor = createRedactor()
  const words = [
    '-Dspring.profiles=dev',
    '-spinner=off',
    '["--format","json"]',
    'connection=keep-alive',
  ]
  expect(redactWords(words, redactor)).toEqual(words)
  expect(redactor.redact('The key is missing; see the token settings page.')).toContain('settings')
})
