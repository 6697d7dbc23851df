import { stripVTControlCharacters } from 'node:util'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { hasTerminals, runAtTerminal, runShell } from '../processes/run-shell.ts'

/** The words of a shell that start the example in a framework. */
function deskOf(framework: string, name = 'desk'): string {
  const file = new URL(`../../../examples/adapters/${framework}/${name}`, import.meta.url)
  return `'${process.execPath}' '${fileURLToPath(file)}'`
}

/** Without what tests set: citty turns its colours off at it, and oclif loads TypeScript. */
const PLAIN = { TEST: undefined, NODE_ENV: undefined, FORCE_COLOR: undefined }

describe('an adapted program for people', () => {
  it('has help without colours in a pipe, unless somebody forces them', async () => {
    const { stdout } = await runShell(
      [
        `${deskOf('citty', 'desk-before')} issue --help; echo ----`,
        `${deskOf('citty')} issue --help; echo ----`,
        `FORCE_COLOR=1 ${deskOf('citty')} issue --help`,
      ].join('; '),
      PLAIN,
    )
    const [before, after, forced] = stdout.split('----\n')
    expect(before).toContain('\u001b[36m')
    expect(after).toBe(stripVTControlCharacters(before!))
    expect(forced).toBe(before)
  })

  describe.runIf(hasTerminals).each(['cac', 'citty', 'commander', 'oclif', 'yargs'])(
    '%s',
    (framework) => {
      it('looks at a terminal as it did before', async () => {
        // A person who uses cac writes the colon.
        const gap = framework === 'cac' ? ':' : ' '
        const lines = [
          `issue${gap}show 9`,
          `issue${gap}lst`,
          `config${gap}get nope`,
          'login',
          '--help',
        ]
        const session = (desk: string) =>
          runAtTerminal(
            lines.map((line) => `${desk} ${line}; echo "= $?"`).join('; '),
            [{ when: 'Token: ', press: 'secret\r' }],
            PLAIN,
          )
        const [before, after] = await Promise.all([
          session(deskOf(framework, 'desk-before')),
          session(deskOf(framework)),
        ])
        expect(before.stdout).toContain('Signed in with a token of 6 characters')
        expect(withoutTrace(after.stdout)).toBe(withoutTrace(before.stdout))
      })
    },
  )
})

/** An uncaught error shows the files that it passed, and the adapted program has one more. */
function withoutTrace(text: string): string {
  // oxlint-disable-next-line no-control-regex -- some of its lines are grey
  return text.replaceAll(/^(?:\u001b\[\d+m)* +at .*\r?\n/gm, '')
}
