import { beforeAll, describe, expect, test } from 'vitest'

import { isInstalled, runClient, type ClientEnd, type RealClient } from './client-runs.ts'

const CLIENTS = ['claude-code', 'gemini', 'codex', 'opencode', 'pi'] as const

/** A list at its limit, a runner of tests that fails, and one that prints much. */
const programs = {
  gh: `i=0; while [ $i -lt 30 ]; do i=$((i+1)); printf '%s\\tOPEN\\tA title\\n' $i; done`,
  pytest: `echo '==== 1 failed, 3 passed in 0.2s ===='; exit 1`,
}
const COMMANDS = [
  'gh label list',
  'pytest -q 2>&1 | tail -1',
  'seq 1 60000',
  'ls',
  'cat notes.txt | head -1',
]
const STOPPED = "surety: 30 rows, gh's default limit: there may be more; --limit N"
const HIDDEN = 'surety: pytest -q failed; the pipe hid it'
const CUT = 'surety: the client cut this output and keeps no copy'

describe.each<RealClient>(CLIENTS)('%s', (client) => {
  const own = test.runIf(isInstalled(client))
  let noted: ClientEnd
  let missing: ClientEnd
  beforeAll(async () => {
    if (!isInstalled(client)) return
    const run = { commands: COMMANDS, programs, asksNothing: true }
    ;[noted, missing] = await Promise.all([
      runClient(client, { ...run, hooks: [[]] }),
      runClient(client, { ...run, hooks: [[]], turnsInto: null }),
    ])
  }, 400_000)

  own('hands the line about a list and a hidden failure to the model, and no other', () => {
    expect(noted.surety, noted.printed).toEqual(COMMANDS.map(() => `hook note ${client}`))
    // Codex puts the lines of all calls beside the results, the others into the result itself or behind it.
    const lines = noted.last.match(/surety: [^"<\\]+/g) ?? []
    expect(lines).toEqual([
      STOPPED,
      HIDDEN,
      ...(client === 'codex' ? [expect.stringContaining(CUT)] : []),
    ])
  })

  own('says where the rest of a cut output is, by itself or by the line', () => {
    const told = noted.told[2]!.output
    expect(told.length).toBeLessThan(100_000)
    expect(noted.last).toMatch(/[Ff]ull output(?: saved to| see)?: \/|keeps no copy/)
  })

  own('keeps its shell where surety is missing', () => {
    expect(missing.surety).toEqual([])
    expect(missing.told, missing.printed).toHaveLength(COMMANDS.length)
    expect(missing.told.map(({ output }) => output.trim().split('\n').at(-1))).toEqual([
      '30\tOPEN\tA title',
      '==== 1 failed, 3 passed in 0.2s ====',
      expect.stringMatching(
        /^(?:60000|<\/persisted-output>|\[Showing lines .* Full output: \/.*)$/,
      ),
      'sub',
      'one',
    ])
    expect(missing.told.every(({ exit }) => exit === 0 || exit === null)).toBe(true)
  })

  // The other two have no trust to give.
  if (client === 'codex' || client === 'gemini')
    own('skips a hook that nobody trusts, in silence', async () => {
      const run = { commands: ['cat notes.txt'], hooks: [[]], isTrusted: false }
      expect((await runClient(client, run)).surety).toEqual([])
    })
})
