import { isJsonObject, succeed, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import { isKnownDialect, loadEncoder } from '../../../dialects/wires.ts'
import { s } from '../../../schema/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords, type Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import type { Members } from '../../declare/types/member-tree.ts'
import { contains, modelOf, ownCommands, type ManifestPart } from '../load-model.ts'
import { type ToolModel } from '../model.ts'
import { buildGuide } from '../discovery/agent-guide.ts'
import { dialectCodes, dialectExits } from '../manifest/exit-entries.ts'
import { buildTypeListing } from '../manifest/type-listing.ts'
import { completeForm, manifestForm, manifestOf, withoutEtag } from '../tool-manifest.ts'

/** The argument of commands that describe a part of the tool. */
const args = {
  command: s.array(s.string()).optional().describe('Only this command or group, word by word'),
}

/** Refuses words that name neither a command nor a group. */
async function unknownCommand(
  cli: Cli,
  path: readonly string[],
  builtins: Members,
): Promise<readonly InputProblem[]> {
  if (path.length === 0) return []
  const { commands, groups } = await modelOf(cli, builtins, () => {}, '1.6', path)
  if ([...commands, ...groups].some((each) => contains({ path }, each))) return []
  const message = `There is no command '${path.join(' ')}'.`
  const suggestion = quoteWords([...callWords(cli), '--help'])
  return [{ param: '<command>', code: 'UNKNOWN_COMMAND', message, suggestion }]
}

/** Makes the `manifest` command; it returns no data if the caller's etag is current. */
export function manifestCommand(cli: Cli, dialect: string, all: () => Members): Command {
  return defineCommand({
    description: 'Describes every command as data',
    danger: 'safe',
    type: 'manifest',
    exitCodes: { SUCCESS: 'The manifest, or nothing if --etag is current' },
    cacheable: true,
    args,
    options: {
      index: s.boolean().default(false).describe('Only names, each with one line'),
      depth: s.integer().min(1).optional().describe('Only commands of at most this many words'),
    },
    validate: ({ args: { command: path = [] } }) => unknownCommand(cli, path, all()),
    run: async ({ args: asked, options, etag, notModified, addMeta, warn }) => {
      const { command: path = [] } = asked
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
}

function indexOf(model: ToolModel, part: ManifestPart): JsonObject {
  const lines = ownCommands(model, part).map(({ path, description }) => [
    path.join(' ') || model.name,
    description,
  ])
  return {
    commands: Object.fromEntries(lines) as JsonObject,
    danger_levels: dangerLevels(model, part),
  }
}

/** Lists the names of the commands by what they may change. */
function dangerLevels(model: ToolModel, part: ManifestPart): JsonObject {
  const levels = new Map<string, string[]>()
  for (const { path, danger } of ownCommands(model, part))
    levels.set(danger, [...(levels.get(danger) ?? []), path.join(' ') || model.name])
  return Object.fromEntries(levels)
}

export function schemaCommand(cli: Cli, dialect: string, all: () => Members): Command {
  return defineCommand({
    description: 'Lists every result type and error code',
    danger: 'safe',
    type: 'schema',
    exitCodes: { SUCCESS: 'The listing is in data' },
    args,
    validate: ({ args: { command: path = [] } }) => unknownCommand(cli, path, all()),
    run: async ({ args: { command: path = [] }, warn }) =>
      buildTypeListing(
        await modelOf(cli, all(), warn, completeForm(dialect), path),
        await dialectExits(cli, dialect),
        path,
        await dialectCodes(cli, dialect),
        await fallbackType(dialect),
      ),
  })
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

export function agentGuideCommand(cli: Cli, dialect: string, all: () => Members): Command {
  return defineCommand({
    description: 'Tells agents how to use the tool',
    danger: 'safe',
    type: 'agent_guide',
    exitCodes: { SUCCESS: 'The guide is complete' },
    run: async ({ warn }) => buildGuide(cli, await modelOf(cli, all(), warn), dialect),
  })
}
