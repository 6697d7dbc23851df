import type { Cli } from './cli.ts'
import { flagName } from './framework-flags.ts'

const VALUE_FLAGS = new Set(
  [
    'output',
    'format',
    'output-format',
    'envelope',
    'envelope-version',
    'fields',
    'token-limit',
    'token-offset',
    'width',
    'heartbeat-ms',
    'timeout',
    'connect-timeout',
  ].map((name) => `--${name}`),
)

/** Tells which options take a value, for those that stand before the command. */
export function takesValueBeforeCommand(cli: Cli): (flag: string) => boolean {
  const globals = cli.declaration.globals ?? {}
  let own: Set<string> | null = null
  return (flag) => {
    if (VALUE_FLAGS.has(flag)) return true
    if (flag.includes('=')) return false
    own ??= new Set(
      Object.entries(globals)
        .filter(
          ([, schema]) =>
            schema['~standard'].jsonSchema?.input({ target: 'draft-07' })['type'] !== 'boolean',
        )
        .map(([key]) => `--${flagName(key)}`),
    )
    return own.has(flag)
  }
}
