import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take ten seconds and more. Started last, one of them would run alone at the end. */
const LONG = [
  'tests/docs.test.ts',
  'tests/e2e/runtime/terminal.test.ts',
  'tests/e2e/runtime/stress.test.ts',
  'examples/pay/document.test.ts',
  'tests/e2e/cli/run.test.ts',
  'examples/claw/document.test.ts',
  'examples/claw/durability.test.ts',
  'tests/e2e/cli/batch-resume.test.ts',
]

/** Starts the long files first: a clean clone has no record of how long each took. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
