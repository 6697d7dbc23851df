import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Run } from '../run/run-state.ts'

/** Creates a temporary directory, which is removed when the run ends. */
export async function makeTempDir(run: Run): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${run.cli.declaration.name}-`))
  run.cleanups.push(() => rm(path, { recursive: true, force: true }))
  return path
}
