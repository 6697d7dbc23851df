import { compileArgv, type ArgvParser } from '../input/argv/compile.ts'
import type { Cli } from '../declare/cli.ts'

const VALUE_FLAGS = [
  '--output',
  '--format',
  '--output-format',
  '--envelope',
  '--envelope-version',
  '--fields',
  '--token-limit',
  '--token-offset',
  '--width',
  '--heartbeat-ms',
  '--timeout',
  '--connect-timeout',
]

/** Creates a test for whether an option before the command takes a value. */
export function takesValueBeforeCommand(cli: Cli): (flag: string) => boolean {
  const { globals } = cli.declaration
  let own: ArgvParser | undefined
  return (flag) => {
    if (VALUE_FLAGS.includes(flag)) return true
    if (!globals || flag.includes('=')) return false
    own ??= compileArgv({ flags: { globals } })
    return own.takesValue(flag)
  }
}
