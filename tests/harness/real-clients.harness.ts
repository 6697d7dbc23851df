import { beforeAll, describe, expect, test } from 'vitest'

import { isInstalled, runClient, type ClientEnd, type RealClient } from './client-runs.ts'

const COMMANDS = [
  'cat notes.txt',
  'ls nope',
  'grep absent notes.txt',
  'tail secret.txt',
  'surety read -- rm notes.txt',
  'cat notes.txt | wc -l',
  'touch made.txt',
]
const REWRITTEN = ['read -- cat notes.txt', 'read -- ls nope', 'read -- grep absent notes.txt']
const ASKED = ['cat notes.txt', 'touch made.txt', 'surety read --outside -- head -1 /etc/passwd']
const REFUSED = 'read -- rm notes.txt'

describe.each<RealClient>(['gemini', 'codex', 'opencode'])('%s', (client) => {
  const own = test.runIf(isInstalled(client))
  let bare: ClientEnd
  let hooked: ClientEnd
  let allowed: ClientEnd
  beforeAll(async () => {
    if (!isInstalled(client)) return
    const run = { commands: COMMANDS, denies: 'tail', asksNothing: true }
    ;[bare, hooked, allowed] = await Promise.all([
      runClient(client, run),
      runClient(client, { ...run, hasHook: true }),
      runClient(client, { ...run, commands: ASKED, hasHook: true, asksNothing: false }),
    ])
  }, 400_000)

  own('runs the rewritten command for a known read, and every other as it is', () => {
    expect(bare.surety).toEqual([REFUSED])
    expect(hooked.surety.filter((words) => words.startsWith('read'))).toEqual([
      ...REWRITTEN,
      REFUSED,
    ])
    const answers = hooked.surety.filter((words) => words === `hook answer ${client}`)
    expect(answers).toHaveLength(COMMANDS.length)
    expect(hooked.made('made.txt')).toBe(true)
  })

  own('hands output and exit of the command to the model, unchanged', () => {
    expect(bare.told, bare.printed).toHaveLength(COMMANDS.length)
    expect(bare.told[0]!.output.trim()).toBe('one\ntwo')
    const withoutTimes = (end: ClientEnd) =>
      end.told.map(({ output, exit }) => [output.replace(/"duration_ms":\d+/, ''), exit])
    expect(withoutTimes(hooked)).toEqual(withoutTimes(bare))
    if (bare.told[0]!.exit !== null)
      expect(hooked.told.slice(0, 3).map(({ exit }) => exit)).toEqual([0, 2, 1])
  })

  own('still denies what the person denied', () => {
    expect(hooked.told[3]!.output).toMatch(/denied|forbids|prevents/)
    expect(hooked.heard).not.toContain('hidden-value')
  })

  own('gets a refused read back as a refusal', () => {
    expect(hooked.told[4]!.output).toContain('"code":"NOT_A_KNOWN_READ"')
    expect([4, null]).toContain(hooked.told[4]!.exit)
    expect(hooked.made('notes.txt')).toBe(true)
  })

  own('allows reads by the rule that install tells of, and nothing else', () => {
    expect(allowed.surety).toContain('read -- cat notes.txt')
    expect(allowed.told[0]!.output.trim(), allowed.printed).toBe('one\ntwo')
    expect(allowed.made('made.txt')).toBe(false)
    // Codex needs no question for it: its sandbox lets every command read.
    if (client !== 'codex') expect(allowed.heard).not.toContain('root:')
  })

  const asking = test.runIf(isInstalled(client) && client !== 'opencode')
  asking('skips a hook that nobody trusts, in silence', async () => {
    const run = { commands: ['cat notes.txt'], hasHook: true, isTrusted: false }
    expect((await runClient(client, run)).surety).toEqual([])
  })
})
