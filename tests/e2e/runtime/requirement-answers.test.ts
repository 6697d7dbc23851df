import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { acme, expectEnvelope, folder, type Answer, GENERATION } from '../processes/run-acme.ts'
import type { Loose } from '../processes/run-program.ts'
import { program, runShell } from '../processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')
const V16 = { ACME_ENVELOPE: GENERATION }
/** The flag for the format; in contract 1.16 the other one names a file. */
const FORMAT = GENERATION === 'spec-1.16' ? '--format' : '--output'
/** Every standard failure with its exit. */
const FAILURES = [
  ['GENERAL_ERROR', 1],
  ['ARG_ERROR', 2],
  ['PARTIAL_FAILURE', 3],
  ['PRECONDITION', 4],
  ['NOT_FOUND', 5],
  ['CONFLICT', 6],
  ['PERMISSION_DENIED', 7],
  ['AUTH_REQUIRED', 8],
  ['PAYMENT_REQUIRED', 9],
  ['TIMEOUT', 10],
  ['RATE_LIMITED', 11],
  ['UNAVAILABLE', 12],
] as const

describe('an answer', () => {
  const answers = new Map<string, Answer>()
  const given = (name: string): Answer => answers.get(name)!

  beforeAll(async () => {
    const others = [
      'fine',
      'own-exit',
      'crash',
      'things rm abc',
      'many',
      'undeclared-exit',
      'recoverable',
    ]
    const lines = [...FAILURES.map(([name]) => `failure ${name}`), ...others]
    const run = (line: string) => acme(line.split(' '))
    const ended = await Promise.all(lines.map(run))
    for (const [at, line] of lines.entries()) answers.set(line, ended[at]!)
  }, 60_000)

  it.each(FAILURES)(
    'REQ-F-001/1,5,6 REQ-C-013/1,7: of %s has its own exit, %i, and an error',
    (name, exit) => {
      const { code, error, warnings } = given(`failure ${name}`)
      expect(code).toBe(exit)
      expect(error).toMatchObject({ code: `IT_IS_${name}`, message: 'It did not work.' })
      expect(warnings).toBe('[]')
    },
  )

  it('REQ-F-001/8 REQ-C-013/5: of an after-fix exit is not retryable and says what to fix', () => {
    for (const name of ['ARG_ERROR', 'PRECONDITION', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED'])
      expect(given(`failure ${name}`).error).toMatchObject({
        retryable: false,
        fix_required: expect.stringMatching(/\w/),
      })
    const moved = given('things rm abc')
    expect(moved.code).toBe(13)
    expect(moved.error['redirect']).toMatchObject({ command: 'acme remove abc', permanent: true })
    expect(given('failure RATE_LIMITED').error['retryable']).toBe(true)
    expect(given('recoverable').error['suggestion']).toBe('Run acme fine first.')
  })

  it('REQ-F-001/1,12 REQ-C-001/5,8: of an own exit has its number, of an undeclared one a warning', () => {
    expect(given('own-exit').code).toBe(79)
    expect(given('undeclared-exit').code).toBe(6)
    expect(given('undeclared-exit').warnings).toMatch(/undeclared-exit ended with CONFLICT/)
  })

  it('REQ-F-004/1,2,3,4,5,6,8 REQ-F-003/5: has five members that pass the schema, whatever it is about', async () => {
    const schema = JSON.parse(
      await readFile(`schemas/${GENERATION.slice(5)}/response-envelope.json`, 'utf8'),
    ) as object
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    expect(answers.size).toBe(19)
    for (const [line, answer] of answers) {
      expectEnvelope(answer)
      expect(isValid(answer.envelope), `${line}: ${JSON.stringify(isValid.errors)}`).toBe(true)
      expect(answer.data === null, line).toBe(answer.code !== 0)
    }
    expect(given('many').data).toHaveLength(20)
    const { data } = await acme(['manifest'])
    const same = await acme(['manifest', '--etag', data['etag'] as string])
    expect(same.envelope).toMatchObject({ data: null, error: null, meta: { not_modified: true } })
  })

  it('REQ-F-004/7 REQ-F-006/3,6 REQ-C-013/3,4,6: of a crash is an envelope on stdout, with the trace on stderr only', async () => {
    const quiet = given('crash')
    expect(quiet).toMatchObject({ code: 1, data: null, stderr: '' })
    expect(quiet.error).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
    const loud = await acme(['crash', '--debug'])
    expectEnvelope(loud)
    for (const { stdout } of [quiet, loud]) expect(stdout).not.toMatch(/\n? +at |\.mjs/)
    expect(loud.stderr).toMatch(/the database went away[^]* at .*requirements.commands\.mjs/)
  })

  it('REQ-C-013/2: has a code in upper case', () => {
    for (const { error, code } of answers.values())
      if (code !== 0) expect(error['code']).toMatch(/^[A-Z][A-Z0-9_]+$/)
  })
})

describe('standard output', () => {
  it('REQ-F-003/1,6 REQ-O-001/6 REQ-F-006/1,2,4,5 REQ-F-056/1,2,3,6: has the answer as one line of JSON, stderr has the prose', async () => {
    const target = `${folder()}/out`
    const line = `${TOOL} talks --debug > ${target}; COLUMNS=40 ${TOOL} talks 2>/dev/null; ${TOOL} talks --debug 2>&1 >/dev/null`
    const { stdout } = await runShell(line, V16)
    const [piped = '', ...prose] = stdout.split('\n')
    const written = readFileSync(target, 'utf8')
    const url = `https://example.test/${'x'.repeat(200)}`
    for (const text of [piped, written]) {
      expect(text.trimEnd()).not.toContain('\n')
      expect(JSON.parse(text)).toMatchObject({ data: { url } })
      expect(text).toContain('It is getting late.')
    }
    for (const said of ['[DEBUG] a debug line', '[INFO] an info line', 'halfway (1/2)'])
      expect(prose.join('\n')).toContain(said)
    expect(prose.join('\n')).not.toContain(url)
  })

  it('REQ-F-003/4: has the answer alone, whatever the handler prints', async () => {
    const { stdout } = await runShell(`${program('faulty-handlers.mjs')} noise 2>/dev/null`)
    expect(JSON.parse(stdout)).toMatchObject({ data: { quiet: true } })
  })

  it('REQ-F-005/1,2,3,4,5,6: has the same bytes in every locale', async () => {
    const inLocale = async (locale: string) => {
      const env = { LC_ALL: locale, LANG: locale, LC_NUMERIC: locale, LANGUAGE: 'de' }
      const input = '{"_cmd":"values"}\n{"_cmd":"values","fail":true}\n'
      const { stdout } = await acme(['exec', '--ignore-errors'], { env, input })
      return stdout.replaceAll(/"(?:duration_ms|request_id|timestamp)":[^,}]+/g, '')
    }
    const [german, english] = await Promise.all(['de_DE.UTF-8', 'en_US.UTF-8'].map(inLocale))
    expect(german).toBe(english)
    const [values = '', failure = ''] = german!.split('\n')
    for (const text of [values, failure]) {
      expect(text).toContain('1234567.5')
      expect(text).toContain('2026-02-09T07:05:00')
    }
    expect(values).toContain('"yes":true,"no":false')
    expect(failure).toContain('"ok":false')
  })

  it('REQ-F-007/1,2,4,5: has no escape sequence and no carriage return, in data, warnings and errors', async () => {
    const [fine, failed] = await Promise.all([acme(['coloured']), acme(['coloured', '--fail'])])
    expect(fine.data).toEqual({ text: 'red up link', list: ['red up link'] })
    expect(failed.error['message']).toBe('red up link is wrong.')
    for (const { stdout } of [fine, failed])
      // oxlint-disable-next-line no-control-regex -- finding control characters is the point
      expect(stdout).not.toMatch(/\u001b|\\u001b|\r|\\r/)
  })

  it('REQ-F-053/1,5,6: gets each row when it is made', async () => {
    const arrived: string[] = []
    const place = folder()
    const { code } = await acme(['rows', FORMAT, 'jsonl'], {
      // A row is made after the one before it has arrived.
      env: { SEEN: place },
      onStart: (child) =>
        void child.stdout.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().trimEnd().split('\n'))
            if (line.includes('"row"')) writeFileSync(join(place, `${arrived.push(line) - 1}`), '')
        }),
    })
    expect([code, arrived.length]).toEqual([0, 3])
  })

  it('REQ-F-053/3,4,8: gets heartbeats during long work, and the envelope last', async () => {
    const ended = await acme(['sleeps', '--heartbeat-ms', '60'], {
      env: { LIMIT: '900' },
    })
    const beats = ended.documents.slice(0, -1)
    expect(beats.length).toBeGreaterThanOrEqual(2)
    for (const beat of beats)
      expect(beat).toEqual({ status: 'running', heartbeat: true, elapsed_ms: expect.any(Number) })
    expect(ended.error['code']).toBe('TIMEOUT')
  })
})

describe('the output flag', () => {
  const format = async (name: string, argv: readonly string[] = []) =>
    acme(['many', '--limit', '2', ...argv, FORMAT, name])

  it('REQ-O-001/2,3,4: gives rows without an envelope', async () => {
    const [jsonl, tsv, plain] = await Promise.all(['jsonl', 'tsv', 'plain'].map((f) => format(f)))
    expect(jsonl!.documents.slice(0, 2)).toEqual([
      { id: 0, name: 'n0' },
      { id: 1, name: 'n1' },
    ])
    // The current generation ends each stream with a line about it.
    expect(jsonl!.documents).toHaveLength(GENERATION === 'spec-1.16' ? 3 : 2)
    expect(tsv!.stdout).toBe('id\tname\n0\tn0\n1\tn1\n')
    expect(plain!.stdout).toMatch(/n0[^]*n1/)
    expect(plain!.stdout).not.toMatch(/[{}|─━]/)
  })

  it('REQ-O-001/1,8: is stronger than the environment', async () => {
    const env = { ACME_FORMAT: 'tsv' }
    const byVariable = await acme(['many', '--limit', '1'], { env })
    expect(byVariable.stdout).toBe('id\tname\n0\tn0\n')
    const byFlag = await acme(['many', '--limit', '1', FORMAT, 'json'], { env })
    expect(byFlag.envelope).toMatchObject({ ok: true, data: [{ id: 0 }] })
  })

  it('REQ-O-001/9,10,11: has no value for the rendering at a terminal, no YAML and no table', async () => {
    for (const name of ['rich', 'table', 'yaml']) {
      const { code, meta } = await format(name)
      expect(code).toBe(2)
      expect(meta['errors'][0].allowed).toEqual(expect.arrayContaining(['json', 'plain']))
      if (name === 'yaml') expect(meta['errors'][0].allowed).not.toContain(name)
    }
  })
})

describe('a list', () => {
  it('REQ-F-018/1,2,3,5,7 REQ-F-019/1,2,6 REQ-O-003/1,2,4,5,7: has 20 items, and the cursor gives the next in a new process', async () => {
    const first = await acme(['many'])
    expect(first.data).toHaveLength(20)
    const cursor = first.meta['pagination'].next_cursor as string
    expect(first.meta['pagination']).toEqual({
      total: 45,
      returned: 20,
      truncated: true,
      has_more: true,
      next_cursor: cursor,
    })
    // The current generation has the cursor in one place.
    if (GENERATION === 'spec-1.6')
      expect(first.meta).toMatchObject({ cursor, page_size: 20, total: 45 })
    expect(cursor).toMatch(/^[\w.-]+$/)
    const next = await acme(['many', '--cursor', cursor, '--limit', '100'])
    expect((next.data as unknown as readonly Loose[]).map(({ id }) => id as number)).toEqual(
      Array.from({ length: 25 }, (_, at) => at + 20),
    )
  })

  it('REQ-F-018/2,4,6 REQ-F-019/2,3,5: is complete with a limit of 0, and has its own default', async () => {
    const all = await acme(['many', '--limit', '0'])
    expect(all.data).toHaveLength(45)
    expect(all.meta['pagination']).toEqual({
      total: 45,
      returned: 45,
      truncated: false,
      has_more: false,
      next_cursor: null,
    })
    expect((await acme(['many', '--limit', '30'])).data).toHaveLength(30)
    expect((await acme(['many-of-own'])).data).toHaveLength(5)
    const { pagination } = (await acme(['count-unknown'])).meta
    expect(pagination).toMatchObject({ total: null, returned: 1, has_more: true })
  })

  it('REQ-O-003/3: refuses a cursor that is malformed, of another list or expired', async () => {
    const { pagination } = (await acme(['many', '--limit', '1'])).meta
    const cursor = pagination.next_cursor as string
    for (const [argv, env, why] of [
      [['many', '--cursor', 'nonsense'], {}, 'malformed'],
      [['many-of-own', '--cursor', cursor], {}, 'another query'],
      [['many', '--limit', '1', '--cursor', cursor], { NEXT_YEAR: '1' }, 'expired'],
    ] as const) {
      const { code, error } = await acme(argv, { env })
      expect(code).toBe(2)
      expect(error).toMatchObject({ code: 'INVALID_CURSOR', phase: 'validation' })
      expect(error['message']).toContain(why)
    }
  })
})

describe('a large answer', () => {
  it('REQ-F-052/1,2,3,5,7,8: is cut, valid, and says how to go on', async () => {
    const { stdout, data, meta } = await acme(['large'])
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1_048_576)
    const items = data as unknown as readonly Loose[]
    expect(meta).toMatchObject({
      truncated: true,
      total_count: 10_000,
      returned_count: items.length,
    })
    const [tool, ...argv] = (meta['truncation_hint'] as string).split(' ')
    expect(tool).toBe('acme')
    const next = await acme(argv)
    expect((next.data as unknown as readonly Loose[])[0]!['id']).toBe(items.length)
    expect((await acme(['fine'])).meta['truncated']).not.toBe(true)
  })

  it('REQ-F-052/4,6: can be allowed, and a text is cut like a list', async () => {
    const all = await acme(['large'], { env: { ACME_MAX_OUTPUT_BYTES: '5242880' } })
    expect(all.data).toHaveLength(10_000)
    const text = await acme(['large-text'])
    expect(text.meta).toMatchObject({ truncated: true, total_count: 2_000_000 })
    expect(text.data['value']).toHaveLength(text.meta['returned_count'] as number)
  })

  it('REQ-F-010/1,5 REQ-F-046/6: waits for no pager, and neither does help', async () => {
    const pager = `${folder()}/pager`
    const line = `printf '#!/bin/sh\\ntouch ${pager}.used; cat' > ${pager}; chmod +x ${pager}; ${TOOL} large | wc -c; ${TOOL} --help >/dev/null; ls ${pager}*`
    const { stdout } = await runShell(line, { ...V16, PAGER: pager, GIT_PAGER: pager })
    expect(stdout).toMatch(new RegExp(`^\\d{6,}\\n${pager}\\n$`))
  })
})

describe('secrets', () => {
  it('REQ-F-051/1,2,3,4,5,6,7: are in no header, variable, argument, log line or error', async () => {
    const secret = {
      AWS_SECRET_ACCESS_KEY: 'sesame-env-1',
      MY_SECRET: 'sesame-env-2',
      GH_TOKEN: 'sesame-env-3',
      DB_PASSWORD: 'sesame-env-4',
      DB_PASS: 'sesame-env-5',
      API_LOGIN: 'sesame-env-6',
      AUTH_LOGIN: 'sesame-env-7',
    }
    const argv = ['secretive', '--password', 'sesame-argument']
    const [loud, quiet] = await Promise.all([
      acme([...argv, '--debug'], { env: secret }),
      acme(argv, { env: secret }),
    ])
    for (const { stdout, stderr, code } of [loud, quiet]) {
      expect(code).toBe(1)
      expect(stdout + stderr).not.toContain('sesame')
      expect(stdout).toContain('The password [REDACTED] is wrong.')
    }
    for (const name of ['Authorization', 'Cookie', 'X-Api-Key', 'X-Auth-Token'])
      expect(loud.stderr).toContain(`"${name}":"[REDACTED]"`)
    for (const name of Object.keys(secret)) expect(loud.stderr).toContain(`"${name}":"[REDACTED]"`)
    expect(loud.stderr).toContain('AWS_SECRET_ACCESS_KEY=[REDACTED]')
  })
})
