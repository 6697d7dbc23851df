import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/**
 * Files that take twenty seconds and more. Started last, one of them would run alone at the end. Shorter ones need no
 * place here: hundreds of small files of the other project follow them.
 */
const LONG = [
  'tests/docs.test.ts',
  'tests/e2e/runtime/terminal.test.ts',
  'tests/e2e/runtime/stress.test.ts',
]

/** Starts the long files first: a clean clone has no record of how long each took. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
