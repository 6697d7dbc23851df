import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Run } from '../run/run-state.ts'

/** Creates a temporary directory, which is removed when the run ends. */
export async function makeTempDir(run: Run): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${run.cli.declaration.name}-`))
  if (run.signal.aborted) {
    // Its hooks have run.
    rmSync(path, { recursive: true, force: true })
    run.signal.throwIfAborted()
  }
  // Synchronously, because a run that is cut off does not wait for its hooks.
  run.ending.cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}
