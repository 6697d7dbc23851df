import { describe, expect, it } from 'vitest'

import { GENERATION } from '../e2e/processes/run-acme.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

const HEADLESS = { ACME_ENVELOPE: GENERATION, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

describe('a pipeline', () => {})

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
