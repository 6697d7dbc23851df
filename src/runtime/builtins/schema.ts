import { fail, type Generation } from '../../contract/index.ts'
import { isKnownDialect, loadEncoder } from '../../dialects/index.ts'
import type { Cli } from '../cli.ts'
import { defineCommand, type Command } from '../command.ts'
import { buildTypeListing } from '../manifest/type-listing.ts'
import type { Members } from '../group.ts'
import type { ErrorModel } from '../manifest/model.ts'
import { modelOf } from '../model.ts'

/** Lists every result type and error code that the tool can produce. */
export function schemaCommand(cli: Cli, generation: Generation, all: () => Members): Command {
  return defineCommand({
    description: 'Lists every result type and error code',
    danger: 'safe',
    type: 'schema',
    exitCodes: { SUCCESS: 'The listing is in data' },
    run: async () => {
      const { frameworkErrors = {} } = cli.declaration
      return buildTypeListing(await modelOf(cli, all()), generation, {
        words: frameworkErrors,
        exitCodeOf: await dialectExits(cli),
      })
    },
  })
}

/** Numbers exits as the tool's own dialect does; contracts by the book keep their tables. */
async function dialectExits(cli: Cli): Promise<((error: ErrorModel) => number) | undefined> {
  const { contract, dialect, exitByCode } = cli.declaration
  const id = contract ? contract.versions[contract.default] : dialect
  if (id === undefined || id.startsWith('spec') || !isKnownDialect(id)) return undefined
  const encoder = await loadEncoder(id)
  return ({ code, exit }) =>
    encoder.toDocument(fail({ exit, error: { code, message: code } }), {
      ...(exitByCode && { exitByCode }),
      now: () => new Date(0),
    }).exit_code
}
