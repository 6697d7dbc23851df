import { mkdtemp, opendir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { notShown, type CheckResult } from '../check.ts'

export async function inScratch(
  look: (
    folder: string,
    namesIn: (max?: number) => Promise<readonly string[]>,
  ) => Promise<CheckResult>,
): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-check-')).catch(() => undefined)
  if (folder === undefined)
    return notShown(
      `No folder could be made in ${tmpdir()}.`,
      'A folder for temporary files that can be written: TMPDIR.',
    )
  try {
    return await look(folder, (max = 3) => firstNames(folder, max))
  } finally {
    // A folder that the tool protected stays; that is no reason to fail.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** The first names in a folder, which may hold millions, or links to everywhere. */
async function firstNames(folder: string, max: number): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    names.push(name)
    if (names.length === max) break
  }
  return names.toSorted()
}
