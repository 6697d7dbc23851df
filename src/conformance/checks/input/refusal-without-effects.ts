import { mkdtemp, opendir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineCheck, notShown } from '../../check.ts'
import { judgeEnded, noRefusal, refusedCalls } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'refusal_without_effects',
  title: 'Refused input leaves no files behind',
  level: 2,
  topic: 'input',
  requirements: ['REQ-F-015', 'REQ-F-076'],
  failureModes: [14],
  why: 'An agent repeats a refused call with other words. What the refusal left behind is in the way.',
  fix: 'Create folders, caches and state only after the input is accepted.',
  run: async (tool) => {
    const refused = await refusedCalls(tool)
    if (refused.length === 0) return noRefusal()
    const folder = await mkdtemp(join(tmpdir(), 'surety-check-')).catch(() => undefined)
    if (folder === undefined)
      return notShown(
        `No folder could be made in ${tmpdir()}.`,
        'A folder for temporary files that can be written: TMPDIR.',
      )
    try {
      const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
      const env = { ...home, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, TMPDIR: folder }
      const runs = await tool.runAll(
        refused.map(({ probe }) => probe),
        { env },
      )
      const left = await firstNames(folder)
      return judgeEnded(
        runs,
        () => (left.length === 0 ? undefined : `It left ${left.join(', ')} in a new home folder.`),
        'A new home folder stayed empty.',
      )
    } finally {
      // A folder that the tool protected stays; that is no reason to fail.
      await rm(folder, { recursive: true, force: true }).catch(() => {})
    }
  },
})

/** The first names in a folder, which may hold millions, or links to everywhere. */
async function firstNames(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    names.push(name)
    if (names.length === 3) break
  }
  return names.toSorted()
}
