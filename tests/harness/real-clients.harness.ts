import { beforeAll, describe, expect, test } from 'vitest'

import { isInstalled, runClient, type ClientEnd, type RealClient } from './client-runs.ts'

const COMMANDS = [
  'cat notes.txt',
  'ls nope',
  'grep absent notes.txt',
  'tail secret.txt',
  'surety read -- rm notes.txt',
  'cat notes.txt | wc -l',
  'ls nope 2>&1 | sort | uniq -c || echo none',
  'cat secret.txt | tail -1',
  'touch made.txt',
  'cd sub && cat inner.txt | head -1',
]
const REFUSED = 'read -- rm notes.txt'
const ASKED = [
  'cat notes.txt',
  "awk '{print $1}' notes.txt | wc -l",
  'touch made.txt',
  'cat notes.txt | wc -l; touch made.txt',
  'surety read --outside -- head -1 /etc/passwd',
]

const rewritten = (client: RealClient) => [
  'read -- cat notes.txt',
  'read -- ls nope',
  'read -- grep absent notes.txt',
  REFUSED,
  'read --line cat notes.txt | wc -l',
  'read --line ls nope 2>&1 | sort | uniq -c || echo none',
  // The shell of Claude Code stays in the folder, so the cd stays as it is.
  client === 'claude-code'
    ? 'read --line cat inner.txt | head -1'
    : 'read --line cd sub && cat inner.txt | head -1',
]

const CLIENTS = ['claude-code', 'gemini', 'codex', 'opencode'] as const

describe.each<RealClient>(CLIENTS)('%s', (client) => {
  const own = test.runIf(isInstalled(client))
  let bare: ClientEnd
  let hooked: ClientEnd
  let allowed: ClientEnd
  let wrapped: ClientEnd
  beforeAll(async () => {
    if (!isInstalled(client)) return
    const run = { commands: COMMANDS, denies: 'tail', asksNothing: true }
    const all = client === 'claude-code' ? ['--all'] : []
    ;[bare, hooked] = await Promise.all([
      runClient(client, run),
      runClient(client, { ...run, hooks: [all] }),
    ])
    const lines = ['ls nope 2>&1 | head -1', 'cat secret.txt | tail -1', 'ls nope']
    ;[allowed, wrapped] = await Promise.all([
      runClient(client, {
        ...run,
        commands: ASKED,
        hooks: [['--allow', ...all]],
        asksNothing: false,
      }),
      runClient(client, { ...run, commands: lines, hooks: [['--lines']] }),
    ])
  }, 400_000)

  own('runs the rewritten command or line for known reads, and every other as it is', () => {
    expect(bare.surety).toEqual([REFUSED])
    expect(hooked.surety.filter((words) => words.startsWith('read'))).toEqual(rewritten(client))
    const answers = hooked.surety.filter((words) => words.startsWith(`hook answer ${client}`))
    expect(answers).toHaveLength(COMMANDS.length)
    expect(hooked.made('made.txt')).toBe(true)
  })

  own('hands output and exit of the command to the model, unchanged', () => {
    expect(bare.told, bare.printed).toHaveLength(COMMANDS.length)
    expect(bare.told[0]!.output.trim()).toBe('one\ntwo')
    const withoutTimes = (end: ClientEnd) =>
      end.told.map(({ output, exit }) => [output.replace(/"duration_ms":\d+/, ''), exit])
    // Claude Code tells its model of no exit 1 of a grep that it sees; the rewritten one is told.
    const seen = withoutTimes(hooked)
    if (client === 'claude-code') seen[2] = ['(Bash completed with no output)', 0]
    expect(seen).toEqual(withoutTimes(bare))
    expect(hooked.told[9]!.output.trim()).toBe('inner')
    if (bare.told[0]!.exit !== null)
      expect(hooked.told.slice(0, 3).map(({ exit }) => exit)).toEqual([0, 2, 1])
  })

  own('still denies what the person denied, also as a part of a line', () => {
    for (const at of [3, 7])
      expect(hooked.told[at]!.output).toMatch(/denied|forbids|prevents|blocked/)
    expect(hooked.heard).not.toContain('hidden-value')
  })

  own('gets a refused read back as a refusal', () => {
    expect(hooked.told[4]!.output).toContain('"code":"NOT_A_KNOWN_READ"')
    expect([4, null]).toContain(hooked.told[4]!.exit)
    expect(hooked.made('notes.txt')).toBe(true)
  })

  own('allows reads by the rule that install writes, and nothing else', () => {
    expect(allowed.surety).toContain('read -- cat notes.txt')
    expect(allowed.surety).toContain(`read --line ${ASKED[1]}`)
    expect(allowed.told[0]!.output.trim(), allowed.printed).toBe('one\ntwo')
    expect(allowed.told[1]!.output.trim(), allowed.printed).toBe('2')
    expect(allowed.made('made.txt')).toBe(false)
    // Codex needs no question for it: its sandbox lets every command read.
    if (client !== 'codex') expect(allowed.heard).not.toContain('root:')
  })

  own('wraps lines in surety sh where a person chose that, but none that a rule is about', () => {
    const ran = wrapped.surety.filter((words) => !words.startsWith('hook'))
    expect(ran).toEqual(['sh --timeout 0 -- ls nope 2>&1 | head -1'])
    expect(wrapped.told[0]!.output).toContain('surety: part 1 of 2, ls nope, ended with 2')
    expect(wrapped.heard).not.toContain('hidden-value')
  })

  // The other two have no trust to give.
  const asks = client === 'codex' || client === 'gemini'
  if (asks)
    own('skips a hook that nobody trusts, in silence', async () => {
      const run = { commands: ['cat notes.txt'], hooks: [[]], isTrusted: false }
      expect((await runClient(client, run)).surety).toEqual([])
    })
})
