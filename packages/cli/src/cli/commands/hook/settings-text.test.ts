import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { CLIENT_NAMES } from './clients.ts'
import { hookLine, withHook, withoutHook } from './settings-hooks.ts'

const ENTRY =
  '{"matcher":"run_shell_command","hooks":[{"type":"command","command":"o=$(exec surety hook note gemini 2>/dev/null) && echo \\"$o\\" || true","name":"surety","timeout":5000}]}'

/** The entry on lines of its own, at a depth. */
function entryAt(indent: string, unit: string): string {
  return JSON.stringify(JSON.parse(ENTRY), null, unit).replaceAll('\n', `\n${indent}`)
}

describe('settings before and after', () => {
  it.each<readonly [string, string | null, string, ...(string | null)[]]>([
    [
      'no file',
      null,
      `{\n  "hooks": {\n    "AfterTool": [\n      ${entryAt('      ', '  ')}\n    ]\n  }\n}\n`,
    ],
    [
      'an empty object',
      '{}',
      `{\n  "hooks": {\n    "AfterTool": [\n      ${entryAt('      ', '  ')}\n    ]\n  }\n}`,
    ],
    [
      'comments, a trailing comma and unknown keys',
      '{\n  // mine\n  "model": "x", // why\n  "odd": [1,2,  3], /* kept */\n}\n',
      `{\n  // mine\n  "model": "x", // why\n  "odd": [1,2,  3], /* kept */\n  "hooks": {\n    "AfterTool": [\n      ${entryAt('      ', '  ')}\n    ]\n  },\n}\n`,
    ],
    [
      'no trailing comma, and a comment at the end',
      '{\n  "model": "x" // why\n}\n',
      `{\n  "model": "x", // why\n  "hooks": {\n    "AfterTool": [\n      ${entryAt('      ', '  ')}\n    ]\n  }\n}\n`,
    ],
    ['one line', '{"a":1}', `{"a":1, "hooks": {"AfterTool":[${ENTRY}]}}`],
    [
      'another hook, tabs',
      '{\n\t"hooks": {\n\t\t"AfterTool": [\n\t\t\t{ "matcher": "Write", "hooks": [] }\n\t\t]\n\t}\n}',
      `{\n\t"hooks": {\n\t\t"AfterTool": [\n\t\t\t{ "matcher": "Write", "hooks": [] },\n\t\t\t${entryAt('\t\t\t', '\t')}\n\t\t]\n\t}\n}`,
    ],
    [
      'another hook on the line',
      '{\n  "hooks": { "AfterTool": [{ "matcher": "Write" }] }\n}\n',
      `{\n  "hooks": { "AfterTool": [{ "matcher": "Write" }, ${ENTRY}] }\n}\n`,
    ],
    [
      'other events',
      '{\n    "hooks": {\n        "Stop": []\n    }\n}\n',
      `{\n    "hooks": {\n        "Stop": [],\n        "AfterTool": [\n            ${entryAt('            ', '    ')}\n        ]\n    }\n}\n`,
    ],
    [
      'CRLF and a mark of the byte order',
      '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      `\uFEFF{\r\n  "a": 1,\r\n  "hooks": {\r\n    "AfterTool": [\r\n      ${entryAt('      ', '  ').replaceAll('\n', '\r\n')}\r\n    ]\r\n  }\r\n}\r\n`,
    ],
    [
      'an empty list',
      '{\n  "hooks": {\n    "AfterTool": []\n  }\n}\n',
      `{\n  "hooks": {\n    "AfterTool": [\n      ${entryAt('      ', '  ')}\n    ]\n  }\n}\n`,
      // Nothing tells it from a file that the hook made.
      null,
    ],
    [
      'a list with a comment alone',
      '{\n  "hooks": {\n    "AfterTool": [\n      // none yet\n    ]\n  }\n}\n',
      `{\n  "hooks": {\n    "AfterTool": [\n      // none yet\n      ${entryAt('      ', '  ')}\n    ]\n  }\n}\n`,
    ],
    ['a comment on one line', '{/* x */}', `{/* x */"hooks": {"AfterTool":[${ENTRY}]}}`],
    [
      'a byte order mark',
      '\uFEFF{\r\n  "a": 1,\r\n}\r\n',
      `\uFEFF{\r\n  "a": 1,\r\n  "hooks": {\r\n    "AfterTool": [\r\n      ${entryAt('      ', '  ').replaceAll('\n', '\r\n')}\r\n    ]\r\n  },\r\n}\r\n`,
    ],
  ])('%s', (_case, before, after, removed = before) => {
    const installed = withHook('gemini', before)
    expect(installed).toBe(after)
    expect(withHook('gemini', installed)).toBe(installed)
    expect(withoutHook('gemini', installed)).toBe(removed)
  })

  it.each([
    '{',
    '{"a":1}}',
    '[1]',
    '"x"',
    '{"hooks":[]}',
    '{"hooks":{"AfterTool":{}}}',
    '{"a":01}',
    "{'a':1}",
  ])('refuses %s', (text) => {
    expect(() => withHook('gemini', text)).toThrow()
  })

  it.each(CLIENT_NAMES)('install and uninstall leave no trace of %s', (client) => {
    const fresh = withHook(client, null)
    expect(withHook(client, fresh)).toBe(fresh)
    expect(withoutHook(client, fresh)).toBeNull()
    if (hookLine(client) === null) return
    const own = '{\n  "version": 1, // one\n  "mine": true\n}\n'
    expect(withoutHook(client, withHook(client, own))).toBe(own)
  })

  it('leaves the plugin of somebody else alone', () => {
    expect(() => withHook('opencode', 'export const Mine = 1\n')).toThrow('another plugin')
    expect(withoutHook('opencode', 'export const Mine = 1\n')).toBe('export const Mine = 1\n')
  })

  it('changes nothing but its own entry, whatever the file holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 2, '\t'),
        (own, unit) => {
          delete own['hooks']
          const text = JSON.stringify(own, null, unit)
          const installed = withHook('gemini', text)
          const { hooks, ...rest } = readCommentedJson(installed).value as Record<string, unknown>
          expect(JSON.stringify(rest)).toBe(JSON.stringify(JSON.parse(text)))
          expect(hooks).toEqual({ AfterTool: [JSON.parse(ENTRY)] })
          expect(withoutHook('gemini', installed)).toBe(text)
        },
      ),
    )
  })
})

describe('JSON with comments', () => {
  it('reads JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, unit) => {
        const text = JSON.stringify(value, null, unit)
        expect(JSON.stringify(readCommentedJson(text).value)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('never reads what JSON.parse refuses, apart from comments and trailing commas', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '1', '-', 'null', ' ', '\\'),
        }),
        (text) => {
          let value: unknown
          try {
            value = readCommentedJson(text).value
          } catch {
            expect(() => JSON.parse(text)).toThrow()
            return
          }
          // A comma in a string stays.
          const withoutTrailing = text.replaceAll(
            /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g,
            (_, kept = '') => kept,
          )
          expect(value).toEqual(JSON.parse(withoutTrailing))
        },
      ),
    )
  })
})

it.each(CLIENT_NAMES)(
  'the hook of %s passes where surety is missing, or ends badly',
  async (client) => {
    const text = withHook(client, null)
    const line = hookLine(client)
    for (const path of ['/nowhere', failing()]) {
      if (line === null) {
        if (client === 'opencode') await passesInPlugin(text, 'tool.execute.after', path)
        continue
      }
      expect(text).toMatch(/"timeout(?:Sec)?": 5/)
      const shown = spawnSync('/bin/sh', ['-c', line], { env: { PATH: path }, encoding: 'utf8' })
      const { status, stdout, stderr } = shown
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    }
  },
)

it('a client that stops the shell alone does not wait for a surety that hangs', async () => {
  // Gemini CLI waits until nobody has the output open.
  const folder = mkdtempSync(join(tmpdir(), 'surety-slow-'))
  const started = join(folder, 'started')
  writeFileSync(join(folder, 'surety'), `#!/bin/sh\necho > ${started}; sleep 60\n`, { mode: 0o755 })
  for (const line of [hookLine('gemini')!]) {
    const PATH = `${folder}:/usr/bin:/bin`
    const shell = spawn('/bin/bash', ['-c', line], { env: { PATH } })
    shell.stdin.end()
    const closed = new Promise((resolve) => shell.once('close', resolve))
    while (!existsSync(started)) await sleep(10)
    rmSync(started)
    const before = performance.now()
    shell.kill()
    await closed
    expect(performance.now() - before).toBeLessThan(30_000)
  }
})

it('the extension of pi passes where surety is missing, or ends badly', async () => {
  for (const path of ['/nowhere', failing()]) {
    const file = join(mkdtempSync(join(tmpdir(), 'surety-plugin-')), 'call.mjs')
    writeFileSync(join(dirname(file), 'extension.mjs'), withHook('pi', null))
    writeFileSync(
      file,
      `
process.env.PATH = ${JSON.stringify(path)}
const { default: extend } = await import('./extension.mjs')
const event = { toolName: 'bash', input: { command: 'ls' }, content: [], isError: false }
extend({ on: async (_name, handler) => console.log(String(await handler(event, { cwd: '.' }))) })
`,
    )
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    // With no answer the result stays as it was.
    expect(stdout).toBe('undefined\n')
  }
})

/** Runs a plugin as OpenCode does; nothing of the call may change. */
async function passesInPlugin(text: string, hook: string, path: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'surety-plugin-')), 'plugin.mjs')
  const call = `
process.env.PATH = ${JSON.stringify(path)}
const plugin = Object.values(await import('./plugin.mjs'))[0]
const output = { args: { command: 'ls' }, output: 'a', metadata: { exit: 0 } }
const hooks = await plugin({ directory: '.' })
await hooks[${JSON.stringify(hook)}]({ tool: 'bash', args: output.args }, output)
console.log(JSON.stringify(output))
`
  writeFileSync(file, text)
  writeFileSync(join(dirname(file), 'call.mjs'), call)
  const words = [join(dirname(file), 'call.mjs')]
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual({
    args: { command: 'ls' },
    output: 'a',
    metadata: { exit: 0 },
  })
}

function failing(): string {
  const folder = mkdtempSync(join(tmpdir(), 'surety-failing-'))
  writeFileSync(join(folder, 'surety'), '#!/bin/sh\necho trouble >&2\nexit 3\n', { mode: 0o755 })
  return folder
}
