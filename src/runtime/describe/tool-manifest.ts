import type { JsonObject } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import type { Cli } from '../declare/cli.ts'
import { factsOf, groupOf, type Members } from '../declare/groups/group.ts'
import { walkTree } from '../route/load-all.ts'
import { modelOf } from './cli-model.ts'
import { dialectExits } from './manifest/dialect-exits.ts'
import type { Manifest } from './manifest/manifest.ts'
import { cutTo, type ManifestPart } from './manifest/manifest-part.ts'
import type { BuiltinModel } from './manifest/model.ts'

/**
 * Describes a tool, or a part of it, in the manifest of a dialect. Generations 1.6 and 1.16 of the spec have
 * manifests of their own; everything else gets the lean one, for which no built-in command is loaded.
 */
export async function manifestOf(
  cli: Cli,
  dialect: string,
  builtins: Members,
  report: (problem: string) => void,
  part: ManifestPart = {},
): Promise<Manifest> {
  const numbers = await dialectExits(cli, dialect)
  if (!hasLeanManifest(dialect)) {
    const isCurrent = traitsOf(dialect).isCurrent === true
    const model = await modelOf(cli, builtins, report, isCurrent ? 'current' : 'whole')
    const build = isCurrent
      ? (await import('./manifest/current/manifest.ts')).buildCurrentManifest
      : (await import('./manifest/manifest.ts')).buildManifest
    return build(cutTo(part, model), numbers)
  }
  const { buildLeanManifest } = await import('./manifest/lean-manifest.ts')
  const [first = ''] = part.path ?? []
  const named = builtins[first]
  const model = await modelOf(cli, named ? { [first]: named } : {}, report, 'lean')
  const unnamed = part.path === undefined ? builtinModels(cli, builtins) : []
  return buildLeanManifest({ ...model, builtins: unnamed }, numbers, part)
}

/** Tests for the lean manifest, in which what all commands share is said once. */
export function hasLeanManifest(dialect: string): boolean {
  const { isCurrent, generation } = traitsOf(dialect)
  return isCurrent !== true && generation !== '1.6'
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
