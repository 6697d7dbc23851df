import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { runProgram, type Loose } from '../processes/run-program.ts'
import { watchedShelfOf } from '../processes/run-shelf.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'

// The lines of contract 1.16 with priority P1 about what commands declare and return.

const shelf = watchedShelfOf('shelf-c.mjs')
const all = (...lines: readonly string[]) => Promise.all(lines.map((line) => shelf(line)))

/** Makes many calls in one process. */
async function calls(...list: readonly object[]) {
  const input = list.map((call) => `${JSON.stringify(call)}\n`).join('')
  const { documents, trace } = await shelf('exec --ignore-errors --format jsonl', { input })
  expect(documents.length).toBeGreaterThanOrEqual(list.length)
  const ended = documents.slice(0, list.length).map(({ data, error, meta }) => ({
    data: data as Loose,
    error: (error ?? {}) as Loose,
    code: meta.exit_code as number,
  }))
  return { ended, ran: trace.length }
}

/** A program that notes that it was started. */
function fake(name: string, home: string): string {
  const path = join(home, name)
  writeFileSync(path, `#!/bin/sh\necho "$@" >> '${home}/started'\n`)
  chmodSync(path, 0o755)
  return path
}

let manifest: Loose
let refused: Loose
let fell: Loose
beforeAll(async () => {
  const [described, tried] = await Promise.all([
    shelf('manifest'),
    runProgram('requirements/shelf-refusals.mjs', [], { env: { HOME: folder() } }),
  ])
  manifest = described.envelope
  refused = tried.documents.at(-1)!['found'] as Loose
  fell = tried.documents.at(-1)!['fell'] as Loose
})

/** Holds that every declaration of a requirement was refused, and those that are fine were not. */
function expectRefusals(id: string): void {
  const tried = Object.entries<string>(refused).filter(([name]) => name.includes(id))
  expect(tried.length).toBeGreaterThan(0)
  for (const [name, answer] of tried) {
    if (name.startsWith('fine')) expect(answer, name).toBe('accepted')
    else expect(answer, name).toMatch(/^[A-Z][A-Z_]+: The tool is declared wrongly/)
  }
}
const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('a declaration', () => {
  it('REQ-C-031/1,11 REQ-C-032/1,2,9,10 REQ-C-033/1,2,3 REQ-C-034/2 REQ-C-036/1,6 REQ-C-030/4,5,9,10: is whole, or refused', () => {
    for (const id of ['C-030', 'C-031', 'C-032', 'C-033', 'C-036']) expectRefusals(id)
    expect(fell['error']).toContain('progress fell from 5 to 2')
    const wrapped = entry('wrapped')
    expect(wrapped).toMatchObject({
      arguments: 'passthrough',
      option_placement: 'strict',
      flags: {},
      help_argv: [expect.any(String)],
    })
    expect(wrapped).not.toHaveProperty('positionals')
    const table = { ...manifest['data'].exit_codes, ...wrapped['exit_codes'] } as Loose
    expect(Object.keys(table)).toEqual(['0', '1', '2', '4', '10', '130', '143'])
    const commands = Object.entries<Loose>(manifest['data'].commands)
    for (const [name, { stdout, protocol, requires_person: person, ...rest }] of commands) {
      expect([stdout, protocol], name).toEqual(
        name === 'serves' ? ['protocol', 'line-lengths'] : [undefined, undefined],
      )
      expect(person, name).toBe(name === 'approve' ? true : undefined)
      expect([undefined, false], name).toContain(rest['mcp'])
      const isWork = ['copy', 'scan', 'flood'].includes(name)
      expect(Object.hasOwn(rest, 'interruption'), name).toBe(isWork)
      expect(Object.hasOwn(rest['exit_codes'], '14'), name).toBe(isWork || /^job\.[sw]/.test(name))
    }
    expect(entry('approve')).toMatchObject({ interactive: true, mcp: false })
    expect(entry('approve')['exit_codes']['4'].error_codes).toEqual(
      expect.arrayContaining(['PERSON_REQUIRED', 'ATTESTATION_MISMATCH']),
    )
    expect(entry('serves')['danger_level']).toBe('destructive')
    for (const flag of ['idempotency-key', 'dry-run', 'output', 'confirm-destructive'])
      expect({ ...entry('serves')['flags'], ...manifest['data'].flags }).not.toHaveProperty(flag)
    expect(entry('scan')).toMatchObject({
      interruption: { detach: true, resume: false, idle_timeout_ms: 1000 },
      exit_codes: { 14: { retryable: true, side_effects: 'none' } },
    })
    expect(entry('copy')['exit_codes']['14']).toMatchObject({
      retryable: false,
      side_effects: 'partial',
    })
  })
})

describe('a key', () => {
  it('REQ-C-007/1,2,3,4,5,6,7,8: makes a change happen once', async () => {
    const env = { HOME: folder() }
    const make = () => shelf('make --idempotency-key k', { env })
    const first = await make()
    const [second, bare, stream, paused, again] = await Promise.all([
      make(),
      shelf('make', { env }),
      shelf('rows --idempotency-key k'),
      shelf('copy --budget 100ms'),
      shelf('copy --budget 100ms'),
    ])
    expect(second).toMatchObject({ code: 0, trace: [], meta: { idempotency_hit: true } })
    expect(second.data).toEqual({ ...first.data, effect: 'noop' })
    expect(bare).toMatchObject({ trace: ['x'], data: { effect: 'created' } })
    expect([stream.code, stream.error['code']]).toEqual([2, 'UNKNOWN_FLAG'])
    expectRefusals('C-007')
    for (const [name, { danger_level: danger, flags, builtin, ...rest }] of Object.entries<Loose>(
      manifest['data'].commands,
    )) {
      const isFree = danger === 'safe' || rest['arguments'] || rest['stdout'] || name === 'rows'
      if (builtin) continue
      expect(Object.hasOwn(flags, 'idempotency-key'), name).toBe(!isFree)
      if (!isFree) expect(flags['idempotency-key'].required).toBe(false)
    }
    const key = /--idempotency-key (\S+)$/
    const keys = [paused, again].map(({ data }) => key.exec(data['continue_command'])?.[1])
    expect(keys[0]).toMatch(/^k-\w+/)
    expect(keys[1]).toBe(keys[0])
    const page = readFileSync('docs/framework/commands.md', 'utf8')
    expect(page).toContain('Without a key, a repeated call repeats the change')
  })
})

describe('an error', () => {
  it('REQ-C-014/1,2,3,5,6,7,8,9,10,11: says whether and when to try again', async () => {
    const failures = ['LIMITED', 'DOWN', 'EXPIRED', 'NO_NAME', 'BROKEN', 'GONE_FOR_GOOD']
    const [{ ended }, ...late] = await Promise.all([
      calls(...failures.map((code) => ({ _cmd: 'fails', code })), { _cmd: 'make', size: 'x' }),
      ...['late-reader', 'late-writer', 'late-input'].map((line) => shelf(line)),
    ])
    const runs = [...ended, ...late]
    for (const { error } of runs) expect(error['retryable']).toBeTypeOf('boolean')
    const [limited, down, expired, missing, broken, forGood, bad, reader, writer, input] = runs.map(
      ({ error }) => error,
    )
    expect(limited!['retry_after_ms']).toBeGreaterThan(0)
    for (const error of [limited!, down!, reader!]) {
      expect(error).toMatchObject({ retryable: true, retry_strategy: expect.any(String) })
      expect(Number.isInteger(error['retry_after_ms'])).toBe(true)
    }
    for (const error of [expired!, missing!, bad!])
      expect(error).toMatchObject({ retryable: false, fix_required: expect.any(String) })
    expect(forGood!['retryable']).toBe(false)
    for (const error of [broken!, writer!]) {
      expect(error['retryable']).toBe(false)
      expect(error).not.toHaveProperty('fix_required')
    }
    for (const [name, error] of [
      ['late-reader', reader!],
      ['late-writer', writer!],
      ['late-input', input!],
    ] as const)
      expect(error['retryable'], name).toBe(entry(name)['exit_codes']['10'].retryable)
    expect(input!['fix_required']).toContain('--timeout')
    expect(entry('late-input')['exit_codes']['10']).toMatchObject({ side_effects: 'none' })
    expect(entry('late-input')['flags']).toHaveProperty('timeout')
    expectRefusals('C-014')
  })
})

describe('--schema', () => {
  it('REQ-C-015/1,2,3,4,5,6,7,8,9,10,11,12: describes input and output', async () => {
    const [one, added, wrapped, whole, ...bad] = await Promise.all([
      shelf('described --schema'),
      shelf('described --schema', { env: { NEW_OPTION: '1' } }),
      shelf('--schema wrapped'),
      shelf('--schema'),
      shelf('described c'),
      shelf('described a --level 9'),
      shelf(['described', 'a', '--filter', 'text']),
      shelf(['described', 'a', '--filter', '{"id":1}']),
      shelf('described a --size 0'),
    ])
    const { parameters, positionals, output_schema: output } = one.data
    expect(parameters).toEqual(one.data['flags'])
    expect(parameters['size']).toEqual({
      type: 'integer',
      required: false,
      description: 'How large it is (at least 1)',
      default: 4,
    })
    expect(parameters['level']).toMatchObject({ type: 'integer', enum_values: [1, 2, 3] })
    expect(parameters['filter']).toMatchObject({ type: 'object', schema: { required: ['id'] } })
    expect(parameters['items']).toMatchObject({ type: 'array', schema: { type: 'object' } })
    expect(positionals).toEqual([
      {
        name: 'zone',
        type: 'enum',
        required: true,
        description: expect.stringContaining('Where it is'),
        enum_values: ['a', 'b'],
      },
      expect.objectContaining({ name: 'files', required: false, variadic: true }),
    ])
    for (const { type, schema, enum_values: values } of Object.values<Loose>(parameters)) {
      if (schema) expect(['object', 'array']).toContain(type)
      if (values) expect(['enum', 'integer']).toContain(type)
    }
    expect(parameters).not.toHaveProperty('added')
    expect(added.data['parameters']['added']).toMatchObject({ required: true })
    const isOutput = new Ajv({ strict: false, validateFormats: false }).compile(output)
    const fine = await shelf('described b --level 2')
    expect(isOutput(fine.data)).toBe(true)
    expect(fine.data['level']).toBe(2)
    expect(isOutput({ effect: 1 })).toBe(false)
    expect(wrapped.data).toMatchObject({ arguments: 'passthrough', flags: {} })
    expect(wrapped.data).not.toHaveProperty('input_schema')
    expect(Object.keys(whole.data['commands'])).toEqual(
      expect.arrayContaining(['make', 'described', 'manifest', 'job.wait']),
    )
    expect(whole.data['commands'].described).toMatchObject({
      flags: { filter: { type: 'object' } },
      positionals: [{ name: 'zone' }, { name: 'files' }],
      output_schema: { type: 'object' },
    })
    expect(bad.map(({ code, trace }) => [code, trace])).toEqual(bad.map(() => [2, []]))
    expect(bad[2].error['message']).toContain('--filter')
    expectRefusals('C-015')
  })
})

describe('input', () => {
  it('REQ-C-016/3,4: takes no secret as a value', async () => {
    expectRefusals('C-016')
    const { data } = await shelf('login --schema')
    expect(data['secret_env_vars']).toEqual(['SHELF_C_TOKEN'])
  })

  it('REQ-C-020/1,2,3,4,5,6,7: has patterns for identifiers', async () => {
    const [ids, texts] = await Promise.all([
      shelf('ids a/b a.b a?b a#b a%b fine-1'),
      shelf('ids --slug A --run x --release 1.x --page x --file ../x --thing a%2fb'),
    ])
    expect([ids.code, ids.trace, texts.code, texts.trace]).toEqual([2, [], 2, []])
    const found = (run: typeof ids) =>
      (run.meta['errors'] as Loose[]).map(({ param, message }) => `${param} ${message}`)
    expect(found(ids)).toHaveLength(5)
    for (const problem of found(ids)) expect(problem).toMatch(/<volumes>.*alphanumeric-id/)
    for (const text of [
      '--slug --slug: expected text that matches ^[a-z0-9-]{3,64}$',
      '--run --run: expected text in the form uuid',
      '--release --release: expected text in the form semver',
      '--page --page: expected text in the form uri',
      '--file --file: "../x" contains the pattern path_traversal',
      '--thing --thing: "a%2fb" contains the pattern percent_encoded_separator',
    ])
      expect(found(texts).join('\n')).toContain(text)
    expect(entry('ids')['flags']).toMatchObject({
      slug: { pattern: '^[a-z0-9-]{3,64}$' },
      run: { pattern_type: 'uuid' },
      page: { pattern_type: 'url' },
      release: { pattern_type: 'semver' },
      file: { pattern_type: 'filepath' },
    })
    const warned = (manifest['warnings'] as Loose[]).filter(
      ({ code }) => code === 'PATTERN_MISSING',
    )
    expect(warned.map(({ message }) => message)).toEqual([expect.stringContaining('owner-id')])
    expectRefusals('C-020')
  })

  it('REQ-C-026/1,2,3,4,5,6,7,8,9,10,11: follows the rules between options', async () => {
    const { data } = await shelf('exports --schema')
    const rules = [
      { one_of: ['exact', 'fuzzy'] },
      { if_flag: 'as', if_value: 'csv', then_required: ['separator'] },
      { if_flag: 'compress', if_value: false, then_required: ['level'] },
      { if_flag: 'host', target_flag: 'port', default: 0 },
      { any_of: ['id', 'name'] },
      { if_flag: 'file', prohibited: ['stdout'] },
    ]
    expect(data['requires']).toEqual(rules)
    expect(entry('exports')['requires']).toEqual(rules)
    const isValid = new Ajv({ strict: false }).compile(data['input_schema'])
    const fine = { exact: true, id: 'a' }
    const cases: readonly (readonly [values: object, ...named: string[]])[] = [
      [{ exact: true }, '--id', '--name'],
      [{ id: 'a' }, '--exact', '--fuzzy'],
      [{ exact: false, id: 'a' }, '--exact', '--fuzzy'],
      [{ ...fine, fuzzy: true }, '--exact', '--fuzzy'],
      [{ ...fine, as: 'csv' }, '--separator'],
      [{ ...fine, compress: false }, '--level'],
      [{ ...fine, file: 'f', stdout: true }, '--file', '--stdout'],
      [{ exact: true, name: 'n' }],
      [{ ...fine, compress: true }],
      [{ ...fine, host: 'h' }],
      [{ ...fine, port: 9 }],
      [{ exact: false, fuzzy: true, id: 'a' }],
    ]
    const { ended, ran } = await calls(...cases.map(([values]) => ({ _cmd: 'exports', ...values })))
    expect(ended.map(({ code }) => code)).toEqual(cases.map(([, name]) => (name ? 2 : 0)))
    expect(ran).toBe(5)
    for (const [at, [values, ...named]] of cases.entries()) {
      for (const name of named) expect(ended[at]!.error['message']).toContain(name)
      // A switch that is turned off counts as absent, which a schema of JSON cannot say.
      if (!('exact' in values && values.exact === false))
        expect(isValid(values), JSON.stringify(values)).toBe(named.length === 0)
    }
    expect(ended.slice(-3).map(({ data }) => data['port'])).toEqual([443, 9, 0])
    expectRefusals('C-026')
  })
})

describe('children', () => {
  it('REQ-C-019/1,2,3,4,5,6,7: are declared, and their arguments screened', async () => {
    const home = folder()
    const env = { HOME: home, SCRIPT: fake('script', home) }
    const [refusal, fine, undeclared, schema] = await Promise.all([
      shelf(['sync', '--src', 'a;b']),
      shelf('sync --src ab'),
      shelf(['echoes', '$(id)'], { env }),
      shelf('sync --schema'),
    ])
    expect(refusal).toMatchObject({ code: 2, trace: [], error: { code: 'SHELL_METACHARACTER' } })
    expect(fine.data['out']).toBe('(a) & b;ab')
    expect(undeclared).toMatchObject({ code: 2, error: { code: 'SHELL_METACHARACTER' } })
    expect(existsSync(join(home, 'started'))).toBe(false)
    const subprocess = {
      binary: 'printf',
      user_controlled_args: ['src'],
      hardcoded_args: ['%s', '(a) & b;'],
    }
    expect(schema.data['subprocess']).toEqual(subprocess)
    expect(entry('sync')['subprocess']).toEqual(subprocess)
    expectRefusals('C-019')
  })

  it('REQ-C-023/1,2,3,4,5,6: are no editors where nobody types', async () => {
    const home = folder()
    const env = { HOME: home, EDITOR: fake('vi', home) }
    const [refusal, given, schema] = await Promise.all([
      shelf('edits', { env }),
      shelf('edits --message hi', { env }),
      shelf('edits --schema'),
    ])
    expect(refusal).toMatchObject({ code: 4, error: { suggestion: 'Use --message instead.' } })
    expect(given.data).toEqual({ text: 'hi' })
    expect(existsSync(join(home, 'started'))).toBe(false)
    expect(schema.data).toMatchObject({
      requires_editor: true,
      non_interactive_alternatives: [{ flag: '--message' }],
    })
    expect(entry('edits')['non_interactive_alternatives']).toEqual(['--message'])
    if (hasTerminals) {
      await runAtTerminal(`${program('requirements/shelf-c.mjs')} edits`, [], env)
      expect(readFileSync(join(home, 'started'), 'utf8')).toBe('file\n')
    }
    expectRefusals('C-023')
  })

  it('REQ-C-024/1,2,3,4,5,6,7: are no windows without a screen', async () => {
    const home = folder()
    fake('xdg-open', home)
    const env = { HOME: home, DISPLAY: ':7', PATH: `${home}:${process.env['PATH']}` }
    const [shows, skips, needs, schema] = await all('shows', 'skips', 'needs', 'shows --schema')
    expect(shows!.data['open_url']).toBe('https://example.test/run/3')
    for (const run of [shows, skips, needs]) expect(run!.meta['headless']).toBe(true)
    expect(skips).toMatchObject({ code: 0, warned: ['WINDOW_SKIPPED'] })
    expect(skips!.data).not.toHaveProperty('open_url')
    expect(needs!.code).toBe(4)
    if (hasTerminals) {
      const seen = await runAtTerminal(`${program('requirements/shelf-c.mjs')} shows`, [], env)
      expect(seen.code).toBe(0)
      expect(readFileSync(join(home, 'started'), 'utf8')).toBe('https://example.test/run/3\n')
    }
    expect(schema!.data).toMatchObject({
      gui_operations: ['browser_open'],
      headless_behavior: { browser_open: 'emit_in_output' },
    })
    expectRefusals('C-024')
  })
})
