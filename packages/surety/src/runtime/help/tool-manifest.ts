import type { JsonObject } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import { groupOf } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import { modelOf, shownIn, type ManifestForm, type ManifestPart } from './load-model.ts'
import { type ToolModel } from './model.ts'
import { dialectExits } from './manifest/exit-entries.ts'
import { buildManifest, type Manifest } from './manifest/manifest.ts'
import { traitsOf } from '../../dialects/wires.ts'

/** Describes a tool or a part of it; the short form loads no built-in command unless the part is about it. */
export async function manifestOf(
  cli: Cli,
  dialect: string,
  builtins: Members,
  report: (problem: string) => void,
  part: ManifestPart = {},
): Promise<Manifest> {
  const numbers = await dialectExits(cli, dialect)
  const form = manifestForm(dialect)
  if (form !== 'short')
    return buildManifest(await modelOf(cli, builtins, report, form), numbers, form, part)
  const [first = ''] = part.path ?? []
  const named = builtins[first]
  const model = await modelOf(cli, named ? { [first]: named } : {}, report, form, part.path)
  const unnamed = part.path === undefined ? builtinModels(cli, builtins) : []
  return buildManifest({ ...model, builtins: unnamed }, numbers, form, part)
}

export function manifestForm(dialect: string): ManifestForm {
  return traitsOf(dialect).manifest ?? 'short'
}

/** Returns the form of a complete description in a dialect. */
export function completeForm(dialect: string): Exclude<ManifestForm, 'short'> {
  return traitsOf(dialect).manifest ?? '1.6'
}

export function withoutEtag({ etag: _etag, ...part }: Manifest): JsonObject {
  return part
}

function builtinModels(
  { declaration }: Cli,
  builtins: Members,
): NonNullable<ToolModel['builtins']> {
  const { nodes, isShown } = shownIn(builtins)
  const isReplaced = ([name]: readonly string[]) => Object.hasOwn(declaration.commands, name!)
  return nodes
    .filter(({ path, member }) => !groupOf(member) && isShown(path) && !isReplaced(path))
    .map(({ path }) => ({ path, danger: 'safe' as const }))
}
