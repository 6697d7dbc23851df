/** What `surety/testing` offers: running a tool in memory and comparing what it answers. */
export { matchGolden, type GoldenOptions } from './golden.ts'
export {
  suretyMatchers,
  type ContractExpectation,
  type FailureExpectation,
  type MatcherResult,
  type SuretyMatchers,
} from './matchers.ts'
export { runCli, type RunCliOptions, type RunCliResult } from './run-cli.ts'
