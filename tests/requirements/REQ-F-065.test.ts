import { describe, expect, it } from 'vitest'

import { acme, GENERATION } from '../e2e/processes/run-acme.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

const HEADLESS = { ACME_ENVELOPE: GENERATION, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

describe('a pipeline', () => {
  it('REQ-F-065/1,2,3,6: fails with its first failing stage', async () => {
    for (const [which, stage] of [
      ['first', 0],
      ['last', 1],
    ] as const) {
      const { code, error } = await acme(['pipes', which])
      expect(code).toBe(1)
      expect(error['code']).toBe('CHILD_FAILED')
      expect(JSON.stringify(error)).toContain(`"stage":${stage},"child_exit_code":7`)
    }
    expect((await acme(['pipes', 'none'])).data).toEqual({ out: 'a\nb\n' })
  })
})

describe('a shell without pipefail', () => {
  it('REQ-F-065/4: is named in a warning, if it exports its options', async () => {
    const warned = await runShell(`export SHELLOPTS; ${TOOL} fine | cat`, HEADLESS)
    expect(warned.stdout).toContain('PIPEFAIL_OFF')
    const careful = await runShell(
      `set -o pipefail; export SHELLOPTS; ${TOOL} fine | cat`,
      HEADLESS,
    )
    expect(careful.stdout).toContain('"warnings":[]')
  })
})
