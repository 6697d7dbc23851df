import { isJsonObject, succeed, type JsonValue } from '../../../contract/index.ts'
import { isKnownDialect, loadEncoder } from '../../../dialects/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/groups/group.ts'
import { wholeAnswers } from '../../result/validate-result.ts'
import { modelOf, unknownCommand } from '../cli-model.ts'
import { dialectCodes, dialectExits } from '../manifest/exit-entries.ts'
import { buildTypeListing } from '../manifest/type-listing.ts'
import { rulesOf } from '../../declare/generation-rules.ts'

export function schemaCommand(cli: Cli, dialect: string, all: () => Members): Command {
  const command = defineCommand({
    description: 'Lists every result type and error code',
    danger: 'safe',
    type: 'schema',
    exitCodes: { SUCCESS: 'The listing is in data' },
    args: {
      command: s.array(s.string()).optional().describe('Only this command or group, word by word'),
    },
    validate: ({ args: { command: path = [] } }) => unknownCommand(cli, path, all()),
    run: async ({ args, warn }) =>
      buildTypeListing(
        await modelOf(cli, all(), warn, rulesOf(dialect).manifest),
        await dialectExits(cli, dialect),
        args.command,
        await dialectCodes(cli, dialect),
        await fallbackType(dialect),
      ),
  })
  wholeAnswers.add(command)
  return command
}

/** Finds the type that a dialect gives to results without one; null if its answers name no type. */
async function fallbackType(dialect: string): Promise<string | null | undefined> {
  if (!isKnownDialect(dialect)) return undefined
  const encoder = await loadEncoder(dialect)
  const write = (meta: { readonly type?: string }): JsonValue | undefined =>
    encoder.toDocument(succeed({ data: {}, meta }), { now: () => new Date(0) }).document
  const named = 'a_type'
  if (!JSON.stringify(write({ type: named }))?.includes(named)) return null
  const document = write({})
  const type = isJsonObject(document) ? document['type'] : undefined
  return typeof type === 'string' ? type : undefined
}
