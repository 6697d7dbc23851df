import { acceptsAbsence, inputJsonSchema } from '../../schema/index.ts'
import type { Command } from '../declare/command.ts'
import { flagName } from '../declare/framework-flags.ts'
import { usageOf } from '../human/help.ts'
import type { Run } from '../run/run-state.ts'
import { mainType } from './argv/field.ts'

/** Writes how a command is called, on one line: `acme add <title> [options]`. */
export function usageLine({ cli, path }: Run, { declaration }: Command): string {
  const { args = {}, options = {} } = declaration
  const [line = ''] = usageOf({
    name: cli.declaration.name,
    path,
    summary: '',
    arguments: Object.entries(args).map(([key, schema]) => ({
      name: flagName(key),
      required: !acceptsAbsence(schema),
      variadic: mainType(inputJsonSchema(schema)) === 'array',
    })),
    options: Object.entries(options).map(([key, schema]) => ({
      flags: [`--${flagName(key)}`],
      value: 'value',
      required: !acceptsAbsence(schema),
    })),
  })
  return line
}
