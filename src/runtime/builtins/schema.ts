import { fail, isJsonObject, succeed, type Generation } from '../../contract/index.ts'
import { isKnownDialect, loadEncoder } from '../../dialects/index.ts'
import type { Cli } from '../cli.ts'
import { defineCommand, type Command } from '../command.ts'
import { buildTypeListing, type ListingFacts } from '../manifest/type-listing.ts'
import type { Members } from '../group.ts'
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
        ...(await dialectFacts(cli)),
      })
    },
  })
}

/** Numbers exits and names nameless results as the tool's own dialect does. */
async function dialectFacts(cli: Cli): Promise<ListingFacts> {
  const { contract, dialect, exitByCode } = cli.declaration
  const id = contract ? contract.versions[contract.default] : dialect
  // Contracts by the book keep their tables.
  if (id === undefined || id.startsWith('spec') || !isKnownDialect(id)) return {}
  const encoder = await loadEncoder(id)
  const now = () => new Date(0)
  const { document } = encoder.toDocument(succeed({ data: {} }), { now })
  const type = isJsonObject(document) ? document['type'] : undefined
  return {
    ...(typeof type === 'string' && { fallbackType: type }),
    exitCodeOf: ({ code, exit }) =>
      encoder.toDocument(fail({ exit, error: { code, message: code } }), {
        ...(exitByCode && { exitByCode }),
        now,
      }).exit_code,
  }
}
