import type { JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/groups/group.ts'
import { wholeAnswers } from '../../result/validate-result.ts'
import {
  modelOf,
  ownCommands,
  unknownCommand,
  type CliModel,
  type ManifestPart,
} from '../cli-model.ts'
import { manifestForm, manifestOf, withoutEtag } from '../tool-manifest.ts'

/** Makes the `manifest` command; it returns no data if the caller's etag is current. */
export function manifestCommand(cli: Cli, dialect: string, all: () => Members): Command {
  const command = defineCommand({
    description: 'Describes every command as data',
    danger: 'safe',
    type: 'manifest',
    exitCodes: { SUCCESS: 'The manifest is in data, or the etag of the caller is current' },
    cacheable: true,
    args: {
      command: s.array(s.string()).optional().describe('Only this command or group, word by word'),
    },
    options: {
      index: s.boolean().default(false).describe('Only names, each with one line'),
      depth: s.integer().min(1).optional().describe('Only commands of at most this many words'),
    },
    validate: ({ args: { command: path = [] } }) => unknownCommand(cli, path, all()),
    run: async ({ args, options, etag, notModified, addMeta, warn }) => {
      const { command: path = [] } = args
      const { depth } = options
      const part = { ...(path.length > 0 && { path }), ...(depth !== undefined && { depth }) }
      if (options.index) return indexOf(await modelOf(cli, {}, warn), part)
      const manifest = await manifestOf(cli, dialect, all(), warn, part)
      // A part has no etag, so that nobody keeps it as the manifest.
      if (path.length > 0 || depth !== undefined) return withoutEtag(manifest)
      if (manifest.etag === etag) {
        addMeta('etag', manifest.etag)
        return notModified(manifest.etag)
      }
      if (manifestForm(dialect) !== 'short') addMeta('etag', manifest.etag)
      return manifest
    },
  })
  wholeAnswers.add(command)
  return command
}

function indexOf(model: CliModel, part: ManifestPart): JsonObject {
  const lines = ownCommands(model, part).map(({ path, description }) => [
    path.join(' ') || model.name,
    description,
  ])
  return { commands: Object.fromEntries(lines) as JsonObject }
}
