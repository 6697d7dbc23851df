import { s } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import { isGenerator } from '../declare/plain-declaration.ts'
import type { CommandDeclaration } from '../declare/command-declaration.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { withoutOwnFlags } from '../declare/framework-flags.ts'
import { formatsWithoutYaml } from '../run/output-request.ts'

/** Replaces the flags for the output: `--format` is the representation, `--output` a file. */
export function currentFlags(
  cli: Cli,
  declaration: Partial<CommandDeclaration>,
  flags: Shape,
): Shape {
  const { output: _output, format: _format, json: _json, idempotencyKey, ...others } = flags
  const { options = {} } = declaration
  const all: Shape = {
    format: s.enum(formatsWithoutYaml(cli)).optional(),
    ...(Object.hasOwn(options, 'output') || declaration.filter === 'protocol'
      ? {}
      : { output: s.string().path().optional() }),
    ...(Object.hasOwn(options, 'stream') ? {} : { stream: s.boolean().default(false) }),
    ...(declaration.interruption && {
      budget: s.duration().optional(),
      timeout: s.duration().optional(),
    }),
    ...others,
    // A stream cannot be repeated from a record.
    ...(idempotencyKey && !isGenerator(declaration.run) && { idempotencyKey }),
  }
  return withoutOwnFlags(all, cli.declaration.ownFlags)
}
