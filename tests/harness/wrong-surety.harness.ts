import { beforeAll, describe, expect, test } from 'vitest'

import { isInstalled, runClient, type ClientEnd, type RealClient } from './client-runs.ts'

const CLIENTS = ['claude-code', 'gemini', 'codex', 'opencode', 'pi'] as const
const COMMANDS = ['cat notes.txt', 'touch made.txt', 'ls nope']

/** What a `surety` of somebody else can do; a hook gets 5 seconds after each command. */
const WRONG: Readonly<Record<string, string | null>> = {
  missing: null,
  'slow, for a minute': 'exec sleep 60',
  'slow, with a child that has its pipes': 'sleep 60; echo late',
  'one that prints words': 'echo hello from another program; echo and complains >&2',
  'one that ends with 2 and a reason': 'echo refused; echo no >&2; exit 2',
  'one that ends with 127': 'echo not here >&2; exit 127',
  'one that prints 4 MB': 'cat >/dev/null; yes "words without end" | head -c 4000000',
  'one that closes its input': 'exec <&-; echo',
}

describe.each<RealClient>(CLIENTS)('%s', (client) => {
  let bare: ClientEnd
  beforeAll(async () => {
    if (isInstalled(client))
      bare = await runClient(client, { commands: COMMANDS, asksNothing: true })
  }, 400_000)

  test.runIf(isInstalled(client)).each(Object.entries(WRONG))(
    'runs every command where surety is %s',
    async (_what, turnsInto) => {
      const end = await runClient(client, {
        commands: COMMANDS,
        asksNothing: true,
        hooks: [[]],
        turnsInto,
      })
      const endings = end.told.map(({ output, exit }) => [output.trim(), exit])
      expect(endings, end.printed).toEqual(
        bare.told.map(({ output, exit }) => [output.trim(), exit]),
      )
      expect(end.made('made.txt')).toBe(true)
      expect(end.heard.length).toBeLessThan(2 * bare.heard.length)
      // Three commands, with 5 seconds after each.
      expect(end.ms - bare.ms).toBeLessThan(45_000)
    },
    400_000,
  )
})
