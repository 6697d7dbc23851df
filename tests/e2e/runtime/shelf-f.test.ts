import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { runAll, shelfOf, type ShelfAnswer } from '../processes/run-shelf.ts'
import type { ProcessOptions } from '../processes/run-program.ts'

// The lines of the framework below P0 in contract 1.16: values, streams, options, variables, updates.

const shelf = shelfOf('shelf-f.mjs')
const words = (line: string, options?: ProcessOptions) => shelf(line.split(' '), options)

describe('values', () => {
  let ran: Readonly<
    Record<'texts' | 'pictures' | 'again' | 'open' | 'schema' | 'dated', ShelfAnswer>
  >
  beforeAll(async () => {
    ran = await runAll({
      texts: words('texts'),
      pictures: words('pictures'),
      again: words('pictures'),
      open: words('pictures --unmask'),
      schema: words('pictures --schema'),
      dated: words('dated --debug'),
    })
  })

  it('REQ-F-016/1,2,4,5: texts become valid UTF-8 without null bytes', () => {
    expect(ran.texts).toMatchObject({
      code: 0,
      data: {
        latin: 'caf\ufffd',
        zero: 'a\ufffdb',
        half: 'a\ufffdb',
        nested: [{ 'k\ufffd': '\ufffd' }],
      },
    })
    expect(ran.texts.stdout.isWellFormed()).toBe(true)
    expect(ran.texts.stdout).not.toMatch(/\0|\\u0000|\\ud800/)
  })

  it('REQ-F-016/3,6: replacements are warnings with the field, and nothing on stderr', () => {
    expect(ran.texts.stderr).toBe('')
    const messages = ran.texts.warnings.map(({ message }) => message as string)
    expect(messages).toContain('/zero: The NUL character becomes U+FFFD.')
    expect(messages).toContain('/half: Half of a surrogate pair becomes U+FFFD.')
  })

  it('REQ-F-017/1,2,3,6: bytes are wrapped, declared or not', () => {
    const wrapper = { type: 'binary', encoding: 'base64', size_bytes: 10 }
    expect(ran.pictures.data['plain']).toMatchObject(wrapper)
    const { value } = ran.pictures.data['plain'] as { value: string }
    expect(Buffer.from(value, 'base64').toString('hex')).toBe('89504e470d0a1a0a00ff')
    expect(ran.pictures.data['loose'].deep).toMatchObject({ type: 'binary', size_bytes: 2 })
  })

  it('REQ-F-017/4,5: a schema says which members are bytes, and of which type', () => {
    expect(ran.schema.data['output_schema'].properties).toMatchObject({
      plain: { 'x-kind': 'binary', contentEncoding: 'base64' },
      typed: { 'x-kind': 'binary', contentMediaType: 'image/png' },
    })
    for (const { data } of [ran.pictures, ran.open]) {
      expect(data['typed'].content_type).toBe('image/png')
      expect(data['plain']).not.toHaveProperty('content_type')
    }
  })

  it('REQ-F-021/1,2,4: equal calls have equal data and etags, and what differs is in meta', () => {
    const dataOf = ({ stdout }: ShelfAnswer) => /"data":(.*),"error"/.exec(stdout)![1]
    expect(dataOf(ran.again)).toBe(dataOf(ran.pictures))
    expect(ran.again.meta['etag']).toBe(ran.pictures.meta['etag'])
    const members = ['duration_ms', 'tool_version', 'effective_config_hash', 'command']
    for (const member of members) {
      expect(ran.pictures.meta).toHaveProperty(member)
      expect(ran.pictures.data).not.toHaveProperty(member)
    }
  })

  it('REQ-F-021/3,5,6: the author is told of times in data, and the page says why', () => {
    expect(ran.dated.stderr).toContain("Advice: dated declares 'timestamp' in its data")
    const page = fileURLToPath(
      new URL('../../../docs/framework/contract-generations.md', import.meta.url),
    )
    expect(readFileSync(page, 'utf8')).toMatch(
      /`data` is what callers keep and compare, and `meta` is about the call/,
    )
  })
})

describe('what is printed to stdout by others', () => {
  let ran: Readonly<Record<'printed' | 'debug' | 'loading', ShelfAnswer>>
  beforeAll(async () => {
    ran = await runAll({
      printed: words('prints'),
      debug: words('prints --debug'),
      loading: shelf(['texts'], { env: { NODE_OPTIONS: '', PRINTS_AT_LOAD: '1' } }),
    })
  })

  it('REQ-F-060/2,5,8,9: is a warning with its text, without JSON and secrets', () => {
    expect(ran.printed.warnings).toEqual([
      {
        code: 'THIRD_PARTY_STDOUT',
        message: 'Something printed to stdout.',
        context: { text: 'initialized\ntoken [REDACTED]' },
      },
    ])
  })

  it('REQ-F-060/3,6: leaves one document on stdout, and stderr to others', () => {
    expect(JSON.parse(ran.printed.stdout)).toMatchObject({ data: { done: true } })
    expect(ran.printed.stderr).toBe('')
  })

  it('REQ-F-060/4: goes to stderr with --debug, with the file that printed it', () => {
    expect(ran.debug.stderr).toMatch(/\[DEBUG\] \/.*shelf-f\.mjs printed to stdout: initialized/)
    expect(ran.debug.stderr).not.toContain('ghp_')
  })

  it('REQ-F-060/1,7: is caught from the import of surety/guard on', () => {
    expect(JSON.parse(ran.loading.stdout)).toMatchObject({ ok: true })
    expect(ran.loading.warnings).toContainEqual(
      expect.objectContaining({ code: 'THIRD_PARTY_STDOUT', context: { text: 'initialized' } }),
    )
  })
})

describe('handlers', () => {
  it('REQ-F-049/2,3,4,5,6,7: are awaited with their cleanup, and what they forget is found', async () => {
    const file = join(folder(), 'file')
    const ran = await runAll({
      forgets: words('forgets'),
      writes: shelf(['writes', file]),
      rejects: words('rejects'),
      starts: words('starts'),
    })
    expect(ran.forgets).toMatchObject({
      code: 0,
      warnings: [{ code: 'WORK_NOT_AWAITED', context: { resources: ['Timeout'] } }],
    })
    expect(ran.writes.warnings).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('written cleaned')
    expect(ran.rejects).toMatchObject({
      code: 1,
      error: { code: 'INTERNAL_ERROR', detail: 'lost' },
    })
    expect(ran.starts).toMatchObject({
      code: 0,
      data: { job_id: 'j1', status_command: 'my-shelf job status j1', poll_interval_ms: 2000 },
    })
  })
})

describe('logs', () => {
  let logged: ShelfAnswer
  let entry: string
  beforeAll(async () => {
    const log = join(folder(), 'audit.jsonl')
    const env = { MY_SHELF_AUDIT_LOG: log, MY_SHELF_KEY: 'kept-in-a-variable', GIVEN: 'abc123' }
    logged = await shelf(['logs', '--api-token-from-env', 'GIVEN', '--debug'], { env })
    entry = readFileSync(log, 'utf8')
  })

  it('REQ-F-034/1,2,4,5: hide arguments, variables and members whose name is that of a secret', () => {
    expect(JSON.parse(entry)).toMatchObject({ args: { 'api-token': '[REDACTED]' } })
    expect(logged.stderr).toContain('"password":"[REDACTED]"')
    expect(logged.stderr).toContain('"CamelToken":"[REDACTED]"')
    expect(logged.stderr).toContain('"plain":"seen"')
    expect(logged.stderr + entry).not.toMatch(/hunter2|abc123|kept-in/)
  })

  it('REQ-F-034/3,6: the handler and stdout have the real values', () => {
    expect(logged.data).toEqual({ password: 'hunter2', token: 'abc123', key: 18 })
  })

  it('REQ-F-035/7 REQ-F-058/7: hide what looks like a credential, in outside texts too', () => {
    expect(logged.stderr).toContain('_trusted')
    expect(logged.stderr).toContain('saw [REDACTED]')
    expect(logged.stderr).not.toContain('ghp_')
  })
})

describe('outside texts of other tools', () => {
  it('REQ-F-035/15: are labelled after a failed stream, and a program that owns the streams has none', async () => {
    const error = { code: 'GONE', message: 'away', retryable: false, context: { said: 'do this' } }
    const last = {
      ok: false,
      data: null,
      error,
      warnings: [],
      meta: { exit_code: 5, duration_ms: 1 },
    }
    const ran = await runAll({
      failed: shelf(['takes'], { input: `{"_seq":1,"a":1}\n${JSON.stringify(last)}\n` }),
      runs: words('runs now'),
    })
    expect(ran.failed.error).toMatchObject({
      code: 'UPSTREAM_FAILED',
      context: { _source: 'external', _trusted: false },
    })
    const { error: own } = JSON.parse(ran.runs.stderr.trim().split('\n').at(-1)!) as ShelfAnswer
    expect(own['code']).toBe('DELEGATED_EXIT')
    expect(JSON.stringify(own)).not.toMatch(/_source|said/)
  })
})

describe('cuts', () => {
  it('REQ-F-064/1,2,3,4,5,6,7,8: are announced, and too long texts refused', async () => {
    const ran = await runAll({
      long: shelf(['put', '--title', 'é'.repeat(250)]),
      fits: shelf(['put', '--title', 'é'.repeat(127)]),
      cut: words('read'),
      manifest: words('manifest'),
    })
    expect(ran.long).toMatchObject({ code: 2, calls: 0 })
    expect(ran.long.error).toMatchObject({ code: 'FIELD_TOO_LARGE', phase: 'validation' })
    expect(ran.fits).toMatchObject({ code: 0, calls: 1 })
    expect(JSON.parse(ran.cut.stdout)).toMatchObject({
      data: { body: 'half of…[truncated]', kept: 'all' },
      warnings: [
        {
          code: 'FIELD_TRUNCATED',
          context: { field: 'data.body', truncated_length: 7, original_length: 500 },
        },
      ],
      meta: { truncated: true },
    })
    const { description } = ran.manifest.data['commands'].put.flags.title as { description: string }
    expect(description).toContain('at most 255 bytes')
  })
})

describe('options', () => {
  it('REQ-F-067/2,3,5,6,7 REQ-F-079/2,3: mean the same in every place', async () => {
    const ran = await runAll({
      after: words('many a b --size 3 --book x --format json'),
      among: words('many a --size 3 b --book x'),
      before: words('--format json --book x many --size 3 a b'),
      nested: words('deep er --book x'),
      first: words('--book x deep er'),
      ended: words('many -- -v1 --size'),
      twice: words('many a --size 3 --size 4'),
      same: words('--format json many a --format json --tag p --tag q'),
      limited: words('many a --timeout 5s --quiet'),
    })
    const wanted = { words: ['a', 'b'], tag: [], size: 3, book: 'x' }
    for (const { data } of [ran.after, ran.among, ran.before]) expect(data).toEqual(wanted)
    for (const { data } of [ran.nested, ran.first]) expect(data).toEqual({ book: 'x' })
    expect(ran.ended.data).toMatchObject({ words: ['-v1', '--size'], size: 1 })
    expect(ran.twice).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('--size') },
    })
    expect(ran.same).toMatchObject({ code: 0, data: { tag: ['p', 'q'] } })
    expect(ran.limited.code).toBe(2)
    const { error } = ran.limited
    expect(error['message']).toContain('--timeout')
  })

  it('REQ-F-079/4: of a command that take the name or letter of a global one stop the program', async () => {
    const clash = (kind: string) => shelf(['many', 'a'], { env: { CLASH: kind } })
    const ran = await runAll({
      name: clash('name'),
      letter: clash('letter'),
      framework: clash('framework'),
    })
    for (const { code, error } of Object.values(ran))
      expect([code, error['context'].defect]).toEqual([1, 'FLAG_TAKEN'])
    expect(ran.name.error['message']).toMatch(/--book of option --book .* global option --book/)
    expect(ran.letter.error['message']).toMatch(/-b of option --bar .* global option --book/)
    expect(ran.framework.error['message']).toMatch(/option --format .* global option --format/)
  })

  it('REQ-F-067/4 REQ-F-079/5: are those of the root and of the command, in strict places if it says so', async () => {
    const { data } = await words('manifest')
    const commands = data['commands'] as Record<
      string,
      { flags: object; option_placement?: string }
    >
    expect(commands['runs']!.option_placement).toBe('strict')
    expect(commands['many']!.option_placement).not.toBe('strict')
    const flags = [...Object.keys(data['flags'] as object), ...Object.keys(commands['many']!.flags)]
    expect(flags).toEqual(expect.arrayContaining(['book', 'format', 'tag', 'size']))
    const refused = await words('many a --rich')
    expect(flags).not.toContain('rich')
    expect(refused).toMatchObject({ code: 2, error: { code: 'UNKNOWN_FLAG' } })
  })
})
