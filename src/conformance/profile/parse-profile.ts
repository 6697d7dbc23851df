import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { validateDocument, type DocumentProblem } from '../../dialects/index.ts'
import { readYaml } from '../../internal/yaml-text.ts'
import { profileSchema } from './profile-schema.ts'
import type { Profile } from './profile.ts'

/** A profile, or why the text is none. */
export type ParsedProfile =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/** Reads a profile from JSON or YAML. Never throws. */
export async function parseProfile(content: string): Promise<ParsedProfile> {
  let document: unknown
  try {
    document = await readYaml(content)
  } catch (error) {
    return refuse([
      { pointer: '', message: `it is neither JSON nor YAML: ${(error as Error).message}` },
    ])
  }
  if (!isJsonObject(document)) {
    return refuse([{ pointer: '', message: 'must be an object' }])
  }
  const problems = validateDocument({ schema: profileSchema, rules }, document)
  return problems.length > 0
    ? refuse(problems)
    : { ok: true, profile: document as unknown as Profile }
}

function refuse(problems: readonly DocumentProblem[]): ParsedProfile {
  return { ok: false, problems }
}

/** What our small validator does not read in the schema: lengths, conditions, names that must be unique. */
function rules(document: JsonValue): readonly DocumentProblem[] {
  if (!isJsonObject(document)) return []
  const problems: DocumentProblem[] = []
  const report = (pointer: string, message: string) => void problems.push({ pointer, message })
  const { command, probes, timeout_seconds: timeout, argument_order: order, env } = document
  for (const name of ['tool', 'dialect', 'cwd']) {
    if (document[name] === '') report(`/${name}`, 'must not be empty')
  }
  if (isEmpty(command)) report('/command', 'must not be empty')
  if (Array.isArray(command) && command.includes(''))
    report('/command', 'must not have an empty word')
  if (isEmpty(probes)) report('/probes', 'must not be empty')
  if (typeof timeout === 'number' && timeout <= 0) report('/timeout_seconds', 'must be over 0')
  if (isJsonObject(order)) {
    if (isEmpty(order['command_path'])) report('/argument_order/command_path', 'must not be empty')
    const local = order['local_args']
    if (Array.isArray(local) && local.length < 2)
      report('/argument_order/local_args', 'must have two words or more')
    if (order['value'] === order['alternate_value'])
      report('/argument_order/alternate_value', 'must differ from value')
  }
  for (const [name, value] of Object.entries(isJsonObject(env) ? env : {})) {
    if (typeof value !== 'string' && value !== null)
      report(`/env/${name}`, 'must be string or null')
  }
  const names = new Set<JsonValue>()
  for (const [index, probe] of (Array.isArray(probes) ? (probes as JsonValue[]) : []).entries()) {
    if (!isJsonObject(probe)) continue
    const at = `/probes/${index}`
    const { name, kind, signal, after_lines: lines, dry_run_flag: dry } = probe
    if (name !== undefined && names.has(name)) report(`${at}/name`, 'must be unique')
    if (name !== undefined) names.add(name)
    if (kind === 'destructive' && dry === undefined)
      report(at, "the member 'dry_run_flag' is missing")
    for (const [member, owner] of Object.entries(OWNERS)) {
      if (probe[member] !== undefined && kind !== owner)
        report(`${at}/${member}`, `belongs to kind ${owner}`)
    }
    if ((signal === undefined) !== (lines === undefined))
      report(at, 'signal and after_lines belong together')
    const deadline = probe['deadline_seconds']
    if (typeof deadline === 'number' && deadline <= 0)
      report(`${at}/deadline_seconds`, 'must be over 0')
  }
  return problems
}

/** The kind that a member belongs to. */
const OWNERS = {
  dry_run_flag: 'destructive',
  deadline_seconds: 'stream',
  signal: 'stream',
  after_lines: 'stream',
  time_limit_args: 'long',
}

function isEmpty(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0
}
