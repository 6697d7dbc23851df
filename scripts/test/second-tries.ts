import type { Reporter, TestModule } from 'vitest/node'

/** Names the tests that passed only at their second try in CI: each hangs on time and is to be mended. */
// oxlint-disable-next-line import/no-default-export -- The test runner takes the default export of a reporter.
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.retryCount) continue
        const said = test.result().errors?.[0]?.message ?? ''
        process.stderr.write(
          `PASSED AT THE SECOND TRY: ${module.relativeModuleId} > ${test.fullName}\n  ${said}\n`,
        )
      }
    }
  }
}
