import type { JsonObject } from '../../../contract/index.ts'
import { traitsOf } from '../../../dialects/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { dialectExits } from '../manifest/dialect-exits.ts'
import { manifestFor } from '../manifest/manifest-for.ts'
import { wholeAnswers } from '../../result/whole-answers.ts'
import type { Members } from '../../declare/group.ts'
import { modelOf } from '../cli-model.ts'
import type { CliModel } from '../manifest/model.ts'

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
    validate: async ({ args: { command: path = [] } }) => {
      const { commands, groups } = await modelOf(cli, all(), () => {})
      if ([...commands, ...groups].some((each) => isBelow(each, path))) return []
      const message = `There is no command '${path.join(' ')}'.`
      return [{ param: '<command>', code: 'UNKNOWN_COMMAND', message }]
    },
    run: async ({ args, options, etag, notModified, addMeta, warn }) => {
      const numbers = await dialectExits(cli, dialect)
      const whole = await modelOf(cli, all(), warn, traitsOf(dialect).isCurrent)
      const { command: path = [] } = args
      const depth = options.depth ?? Number.POSITIVE_INFINITY
      const isKept = (each: { readonly path: readonly string[] }) =>
        isBelow(each, path) && each.path.length <= depth
      const model = {
        ...whole,
        commands: whole.commands.filter(isKept),
        groups: whole.groups.filter(isKept),
      }
      if (options.index) return indexOf(model)
      const manifest = await manifestFor(dialect)(model, numbers)
      if (path.length > 0 || options.depth !== undefined) {
        // A part has no etag, so that nobody keeps it as the manifest.
        const { etag: _etag, ...part } = manifest
        return part
      }
      addMeta('etag', manifest.etag)
      return manifest.etag === etag ? notModified(manifest.etag) : manifest
    },
  })
  wholeAnswers.add(command)
  return command
}

/** Lists the visible commands of the tool, each with its description. */
function indexOf({ name, commands }: CliModel): JsonObject {
  const listed = commands.filter(({ isBuiltin, isHidden }) => !isBuiltin && !isHidden)
  return {
    commands: Object.fromEntries(
      listed.map(({ path, description }) => [path.join(' ') || name, description]),
    ),
  }
}

function isBelow(other: { readonly path: readonly string[] }, path: readonly string[]): boolean {
  return path.every((word, at) => word === other.path[at])
}
