import { findUnusableText } from '@surety/internal/usable-text.ts'
import { Schema, type Definition } from '../../schema/index.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import type { Command } from '../declare/command.ts'
import { defaultLimit } from '../declare/has-cursor.ts'
import type { Shape } from '../declare/standard-schema.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { isFlag } from '../run/command-line.ts'
import type { GivenValues, ParsedInput } from '../run/parsed-input.ts'
import type { Run } from '../run/run-state.ts'
import type { Missing } from './argv/compile.ts'

export interface CheckedInput extends GivenValues, Pick<ParsedInput, 'flags'> {
  readonly problems: readonly InputProblem[]
  /** Required values that the command line lacks; at a terminal the user is prompted for them. */
  readonly missing: readonly Missing[]
}

/** Tests whether a command has flags of the framework whose defaults it needs: a page. */
export function hasFlagDefaults({ list }: CommandDeclaration): boolean {
  return Boolean(list)
}

/** Takes the words of a line as they are; null if a parser has to look at it, or if something is wrong with it. */
export function readWords(
  { cli, output: { rules } }: Run,
  { declaration }: Command,
  argv: readonly string[],
): CheckedInput | null {
  const { args = {}, options = {}, env, exactlyOne, optionRules, list } = declaration
  const { globals = {}, ownFlags = [] } = cli.declaration
  if (rules.inspectable) return null
  // An option of the author's may have the name of the flag of pages.
  if (list && [...Object.keys({ ...options, ...globals }), ...ownFlags].includes('limit'))
    return null
  if (env || exactlyOne || optionRules) return null
  if (argv.length > Object.keys(args).length || argv.some(isFlag)) return null
  if (argv.some((word) => findUnusableText(word) !== undefined)) return null
  const given = valuesOf(args, argv)
  const chosen = given && valuesOf(options)
  const shared = chosen && valuesOf(globals)
  if (!shared) return null
  return {
    args: given,
    options: chosen,
    globals: shared,
    env: {},
    flags: list ? { limit: defaultLimit(list) } : {},
    problems: [],
    missing: [],
  }
}

function valuesOf(shape: Shape, texts: readonly string[] = []): GivenValues['args'] | null {
  const values: Record<string, unknown> = {}
  for (const [at, key] of Object.keys(shape).entries()) {
    const schema = shape[key]
    if (!(schema instanceof Schema) || !isPlain(schema.def, texts[at])) return null
    const result = schema['~standard'].validate(texts[at])
    if (result.issues) return null
    if (result.value !== undefined) values[key] = result.value
  }
  return values
}

/** Tests whether nothing but its schema decides about a text, or about the lack of one. */
function isPlain(def: Definition, text: string | undefined): boolean {
  if ((def.env ?? def.requires ?? def.conflicts) !== undefined) return false
  const isText = def.kind === 'string' && (def.is ?? def.nullable ?? def.secret) === undefined
  if (text !== undefined) return isText && def.deprecated === undefined
  return isText || def.default === undefined || /^(?:boolean|number|enum)$/.test(def.kind)
}
