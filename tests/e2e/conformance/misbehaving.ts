import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkTool, type Finding } from '@surety/check'

/** Checks the program that has these faults, in a folder of its own. */
export async function checkFaults(faults: readonly string[], only?: readonly string[]) {
  const state = mkdtempSync(join(tmpdir(), 'misbehave-'))
  try {
    return await checkTool([process.execPath, 'tests/bin/misbehave.cjs', faults.join(',')], {
      preset: 'envelope',
      profile: 'tests/bin/misbehave.surety.yaml',
      env: { PATH: process.env['PATH'], HOME: state, MISBEHAVE_STATE: state },
      ...(only !== undefined && { only }),
      // Long enough for the stream, where it is looked at.
      ...(faults.some((fault) => fault.startsWith('no_hang')) && {
        timeoutMs: only === undefined ? 6000 : 2000,
      }),
      // The fault of concurrent_calls shows if four run at once. Several programs are checked at once, and too many
      // processes would make those late whose fault is a matter of time.
      concurrency: 3,
    })
  } finally {
    rmSync(state, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The ids of the checks with a status. */
export function withStatus(findings: readonly Finding[], status: Finding['status']) {
  return findings.filter((finding) => finding.status === status).map((finding) => finding.check)
}
