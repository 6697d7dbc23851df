import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Run } from '../run/run-state.ts'

/** Makes a directory of the run's own, removed when the run ends, however it ends. */
export async function makeTempDir(run: Run): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${run.cli.declaration.name}-`))
  run.cleanups.push(() => rm(path, { recursive: true, force: true }))
  return path
}
