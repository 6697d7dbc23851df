import { describe, expect, it } from 'vitest'

import { GENERATION } from '../e2e/processes/run-acme.ts'
import { program, runShell } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

const V16 = { ACME_ENVELOPE: GENERATION }

describe('a reader that goes away', () => {
  it('REQ-F-014/1,2,3,4: ends the run quietly, whatever is printed', async () => {
    for (const line of ['large | head -c 1', 'manifest | true', '--help 2>/dev/null | true']) {
      const { stderr, code } = await runShell(`set -o pipefail; ${TOOL} ${line}`, V16)
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    }
  })
})
