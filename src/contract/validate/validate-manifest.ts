import { pointerOf, Problems, type ContractProblem } from './contract-problem.ts'
import { explainHostile } from './validate-envelope.ts'
import {
  checkFlag,
  checkKnown,
  checkObject,
  checkRequired,
  checkText,
  checkTexts,
  checkVersion,
  checkWord,
  type Members,
} from './validate-members.ts'
import { DANGER_LEVELS, FLAG_TYPES, SIDE_EFFECTS } from '../codes/description-words.ts'

/**
 * Finds everything that is wrong with a manifest: in the form of contracts 1.0 and 1.6, or lean if it calls itself
 * version 1.1. Never throws.
 *
 * @example
 * ```ts
 * import { validateManifest } from 'surety/contract'
 *
 * validateManifest({ schema_version: '1.0', framework_version: '2.1.0', etag: 'x', commands: {} }) // []
 * ```
 */
export function validateManifest(value: unknown): readonly ContractProblem[] {
  return guarded(value, explainManifest)
}

/** Finds everything that is wrong with an exit-code entry. Never throws. */
export function validateExitCodeEntry(value: unknown): readonly ContractProblem[] {
  return guarded(value, (entry, problems) => {
    if (checkObject(entry, '', problems)) explainEntry(entry, '', problems)
  })
}

type Explain = (value: unknown, problems: Problems) => void

function guarded(value: unknown, explain: Explain): readonly ContractProblem[] {
  const run = (readable: unknown) => {
    const problems = new Problems()
    explain(readable, problems)
    return problems.found
  }
  try {
    return run(value)
  } catch {
    return explainHostile(value, run)
  }
}

function explainManifest(value: unknown, problems: Problems): void {
  if (!checkObject(value, '', problems)) return
  const keys = ['schema_version', 'framework_version', 'etag', 'commands']
  const rules = value['schema_version'] === '1.1' ? LEAN : WHOLE
  checkRequired(value, keys, '', problems)
  checkKnown(value, [...keys, ...rules.shared], '', problems)
  checkVersion(value, 'schema_version', '', problems)
  checkText(value, 'framework_version', '', problems)
  checkText(value, 'etag', '', problems)
  const checkedFlag = (flag: Members, at: string) => explainFlag(flag, at, problems, rules)
  if (rules === LEAN) {
    checkText(value, 'name', '', problems)
    checkEach(value, 'flags', '', problems, checkedFlag)
    checkEach(value, 'exit_codes', '', problems, explainEntry)
    checkBuiltins(value['builtins'], problems)
  }
  checkEach(value, 'commands', '', problems, (command, at) =>
    explainCommand(command, at, problems, rules),
  )
}

function checkBuiltins(builtins: unknown, problems: Problems): void {
  if (builtins === undefined || !checkObject(builtins, '/builtins', problems)) return
  for (const name of Object.keys(builtins))
    checkWord(builtins, name, DANGER_LEVELS, '/builtins', problems)
}

/** What the two forms ask for. */
interface Rules {
  /** Members of the root beside those that it must have. */
  readonly shared: readonly string[]
  readonly command: readonly string[]
  readonly moreOfCommand: readonly string[]
  readonly flag: readonly string[]
}

const WHOLE: Rules = {
  shared: [],
  command: ['description', 'danger_level', 'flags', 'exit_codes'],
  moreOfCommand: [],
  flag: ['type', 'required', 'description'],
}

const LEAN: Rules = {
  shared: ['name', 'flags', 'exit_codes', 'builtins'],
  command: ['description', 'danger_level'],
  moreOfCommand: ['arguments', 'builtin', 'supports_streaming'],
  flag: ['type'],
}

const COMMAND_LISTS = ['aliases', 'output_formats', 'subcommands']
const COMMAND_KNOWN = [
  ...WHOLE.command,
  ...COMMAND_LISTS,
  'output_schema',
  'examples',
  'safe_default',
]

function explainCommand(command: Members, at: string, problems: Problems, rules: Rules): void {
  checkRequired(command, rules.command, at, problems)
  checkKnown(command, [...COMMAND_KNOWN, ...rules.moreOfCommand], at, problems)
  checkText(command, 'description', at, problems)
  checkWord(command, 'danger_level', DANGER_LEVELS, at, problems)
  checkFlag(command, 'safe_default', at, problems)
  if (rules === LEAN) {
    checkTexts(command, 'arguments', at, problems)
    checkFlag(command, 'builtin', at, problems)
    checkFlag(command, 'supports_streaming', at, problems)
  }
  checkEach(command, 'flags', at, problems, (flag, place) =>
    explainFlag(flag, place, problems, rules),
  )
  checkEach(command, 'exit_codes', at, problems, explainEntry)
  for (const key of COMMAND_LISTS) checkTexts(command, key, at, problems)
  if (command['output_schema'] !== undefined) {
    checkObject(command['output_schema'], pointerOf(at, 'output_schema'), problems)
  }
  explainExamples(command['examples'], pointerOf(at, 'examples'), problems)
}

function explainExamples(examples: unknown, at: string, problems: Problems): void {
  if (examples === undefined) return
  if (!Array.isArray(examples)) {
    problems.wrongType(at, 'an array', examples)
    return
  }
  for (const [index, example] of examples.entries()) {
    const pointer = pointerOf(at, index)
    if (!checkObject(example, pointer, problems)) continue
    checkRequired(example, ['description', 'command'], pointer, problems)
    checkKnown(example, ['description', 'command'], pointer, problems)
    checkText(example, 'description', pointer, problems)
    checkText(example, 'command', pointer, problems)
  }
}

const FLAG_KNOWN = [...WHOLE.flag, 'default', 'enum_values', 'short']

function explainFlag(flag: Members, at: string, problems: Problems, rules: Rules): void {
  checkRequired(flag, rules.flag, at, problems)
  checkKnown(flag, FLAG_KNOWN, at, problems)
  checkWord(flag, 'type', FLAG_TYPES, at, problems)
  checkFlag(flag, 'required', at, problems)
  checkText(flag, 'description', at, problems)
  checkTexts(flag, 'enum_values', at, problems)
  checkText(flag, 'short', at, problems)
  checkLength(flag, 'short', 0, 1, at, problems)
}

const ENTRY_REQUIRED = ['description', 'retryable', 'side_effects']

function explainEntry(entry: Members, at: string, problems: Problems): void {
  checkRequired(entry, ENTRY_REQUIRED, at, problems)
  checkKnown(entry, ['name', ...ENTRY_REQUIRED], at, problems)
  checkText(entry, 'name', at, problems)
  checkText(entry, 'description', at, problems)
  checkLength(entry, 'description', 1, 120, at, problems)
  checkFlag(entry, 'retryable', at, problems)
  checkWord(entry, 'side_effects', SIDE_EFFECTS, at, problems)
  const effects = entry['side_effects']
  if (entry['retryable'] === true && (effects === 'partial' || effects === 'complete')) {
    problems.add(
      pointerOf(at, 'side_effects'),
      'VALUE_NOT_ALLOWED',
      'must be none where retryable is true',
    )
  }
}

function checkEach(
  value: Members,
  key: string,
  parent: string,
  problems: Problems,
  check: (member: Members, at: string, problems: Problems) => void,
): void {
  const map = value[key]
  if (map === undefined) return
  const at = pointerOf(parent, key)
  if (!checkObject(map, at, problems)) return
  for (const name of Object.keys(map)) {
    const pointer = pointerOf(at, name)
    const member = map[name]
    if (checkObject(member, pointer, problems)) check(member, pointer, problems)
  }
}

// JSON Schema counts characters, not UTF-16 units.
function checkLength(
  value: Members,
  key: string,
  least: number,
  most: number,
  parent: string,
  problems: Problems,
): void {
  const text = value[key]
  if (typeof text !== 'string') return
  const length = Array.from(text).length
  if (length >= least && length <= most) return
  problems.add(pointerOf(parent, key), 'OUT_OF_RANGE', `must have ${least} to ${most} characters`)
}
