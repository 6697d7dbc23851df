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
  '--N=S\t-N=S\tN=S\tN:S\tN: S\t{"N":"S"}\t{\'N\':\'S\'}\t-eN=S\t-DN=S\ta=1,N=S',
  'https://x.org/?N=S\thttps://x.org/#N=S\thttps://x.org/?a=1&N=S&b=2\tN: "S"\nb: 2',
  'N = "S"\t<N>S</N>\t<a N="S"/>\t$env:N=\'S\'\tset N S\t{\\"N\\":\\"S\\"}\t:N => \'S\'',
  'N:="S"\tN%3DS\t["--N","S"]\t[\'--N\', \'S\']\texport N=S; run\tN="S" run\tN=\'S\' run',
  'run --N "S"\trun --N \'S\'\t--N\u0000S\t-N\u0000S\t-H\u0000N: S\t--set\u0000N=S\t--set\u0000a.N=S',
  '-e\u0000N=S\t-F\u0000N=S\t-d\u0000a=1&N=S',
].flatMap((line) => line.split('\t').map((form) => form.split('\0')))

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
