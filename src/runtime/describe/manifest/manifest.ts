import type { JsonObject } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import type { ExitNumbers } from './exit-entries.ts'
import { commandEntry, FORMS, groupEntry } from './manifest-forms.ts'
import { contains, keyOf, type CliModel, type ManifestForm, type ManifestPart } from './model.ts'

/** The command tree in one document, as the schema of its generation defines it. */
export interface Manifest extends JsonObject {
  readonly schema_version: string
  readonly framework_version: string
  readonly etag: string
  readonly commands: Readonly<Record<string, JsonObject>>
}

/**
 * Builds the manifest of a tool, or of a part of it. The table of forms says which members it has; facts without
 * a member are in the `--schema` answer of each command.
 */
export async function buildManifest(
  cli: CliModel,
  numbers: ExitNumbers,
  named: ManifestForm,
  part: ManifestPart = {},
): Promise<Manifest> {
  const form = FORMS[named]
  const visible = cli.commands.filter(({ isHidden }) => !isHidden)
  const listed = visible.filter((command) => contains(part, command))
  const groups = cli.groups.filter((group) => contains(part, group))
  const tool = { cli, numbers, part, visible, listed, groups }
  const shared = form.shared(tool)
  const entries = [
    ...groups.map((group) => [keyOf(group), groupEntry(form, tool, group)] as const),
    ...listed.map(
      (command) => [keyOf(command) || cli.name, commandEntry(form, tool, command, shared)] as const,
    ),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const commands: Record<string, JsonObject> = {}
  for (const [key, entry] of entries) setMember(commands, key, entry)
  const body = { ...form.root(tool, shared), commands }
  return {
    schema_version: form.version(body),
    framework_version: cli.version,
    ...(named === 'short' && { name: cli.name }),
    etag: form.etag(body),
    ...body,
  }
}
