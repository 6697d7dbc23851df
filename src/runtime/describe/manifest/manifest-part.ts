import type { CliModel } from './model.ts'

/** A part of the command tree. */
export interface ManifestPart {
  /** Only this command, or everything below this group. */
  readonly path?: readonly string[]
  /** Only commands of at most this many words. */
  readonly depth?: number
}

/** Tests whether a command or a group belongs to a part. */
export function contains(
  { path = [], depth = Number.POSITIVE_INFINITY }: ManifestPart,
  each: { readonly path: readonly string[] },
): boolean {
  return each.path.length <= depth && path.every((word, at) => word === each.path[at])
}

/** Leaves out the commands and groups that are not in a part. */
export function cutTo(part: ManifestPart, cli: CliModel): CliModel {
  const isKept = (each: { readonly path: readonly string[] }) => contains(part, each)
  return { ...cli, commands: cli.commands.filter(isKept), groups: cli.groups.filter(isKept) }
}
