/** What `surety/testing` offers: running a tool in memory and comparing what it answers. */
export { suretyMatchers, type SuretyMatchers } from './matchers.ts'
export { runCli, type RunCliResult } from './run-cli.ts'
