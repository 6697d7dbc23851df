import { stripVTControlCharacters } from 'node:util'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { runShell } from '../processes/run-shell.ts'

/** The words of a shell that start the example in a framework. */
function deskOf(framework: string, name = 'desk'): string {
  const file = new URL(`../../../examples/adapters/${framework}/${name}`, import.meta.url)
  return `'${process.execPath}' '${fileURLToPath(file)}'`
}

/** Tests set variables at which frameworks turn their colours off. */
const COLOURED = { TEST: undefined, VITEST: undefined, FORCE_COLOR: undefined }

describe('an adapted program for people', () => {
  it('has help without colours in a pipe, unless somebody forces them', async () => {
    const { stdout } = await runShell(
      [
        `${deskOf('citty', 'desk-before')} issue --help; echo ----`,
        `${deskOf('citty')} issue --help; echo ----`,
        `FORCE_COLOR=1 ${deskOf('citty')} issue --help`,
      ].join('; '),
      COLOURED,
    )
    const [before, after, forced] = stdout.split('----\n')
    expect(before).toContain('\u001b[36m')
    expect(after).toBe(stripVTControlCharacters(before!))
    expect(forced).toBe(before)
  })
})
