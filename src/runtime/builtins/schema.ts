import type { Generation } from '../../contract/index.ts'
import type { Cli } from '../cli.ts'
import { defineCommand, type Command } from '../command.ts'
import { buildTypeListing } from '../manifest/type-listing.ts'
import type { Members } from '../group.ts'
import { modelOf } from '../model.ts'

/** Lists every result type and error code that the tool can produce. */
export function schemaCommand(cli: Cli, generation: Generation, all: () => Members): Command {
  return defineCommand({
    description: 'Lists every result type and error code',
    danger: 'safe',
    exitCodes: { SUCCESS: 'The listing is in data' },
    run: async () => buildTypeListing(await modelOf(cli, all()), generation),
  })
}
