import type { JsonObject } from '../../contract/index.ts'
import type { Cli } from '../declare/cli.ts'
import { factsOf, groupOf, type Members } from '../declare/groups/group.ts'
import { walkTree } from '../route/command-tree.ts'
import { modelOf } from './cli-model.ts'
import { dialectExits } from './manifest/dialect-exits.ts'
import { buildManifest, type Manifest } from './manifest/manifest.ts'
import type { BuiltinModel, ManifestForm, ManifestPart } from './manifest/model.ts'
import { rulesOf } from '../declare/generation-rules.ts'

/**
 * Describes a tool, or a part of it, in the manifest of a dialect. For the short form no built-in command is
 * loaded unless the part is about it.
 */
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
  const model = await modelOf(cli, named ? { [first]: named } : {}, report, form)
  const unnamed = part.path === undefined ? builtinModels(cli, builtins) : []
  return buildManifest({ ...model, builtins: unnamed }, numbers, form, part)
}

/** Finds the form of the manifest in a dialect. */
export function manifestForm(dialect: string): ManifestForm {
  const { isStrict, manifest } = rulesOf(dialect)
  return isStrict ? manifest : 'short'
}

/** Makes a part out of a manifest that covers only some commands. */
export function withoutEtag({ etag: _etag, ...part }: Manifest): JsonObject {
  return part
}

/** The built-in commands that may change something; all others only read. A test compares the declarations. */
const CHANGING: readonly string[] = ['job.cancel', 'exec']

function builtinModels({ declaration }: Cli, builtins: Members): readonly BuiltinModel[] {
  const nodes = [...walkTree(builtins)]
  const hidden = nodes.filter(({ member }) => factsOf(member).hidden === true)
  const isShown = (path: readonly string[]) =>
    !hidden.some((above) => above.path.every((word, at) => word === path[at])) &&
    !Object.hasOwn(declaration.commands, path[0]!)
  return nodes
    .filter(({ path, member }) => !groupOf(member) && isShown(path))
    .map(({ path }) => ({ path, danger: CHANGING.includes(path.join('.')) ? 'mutating' : 'safe' }))
}
