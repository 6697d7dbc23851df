import { inputJsonSchema } from '../../../schema/index.ts'
import type { Cli } from '../cli.ts'
import { guiOperations, type Command } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import { placeName, tablesOf } from '../exits/exit-table.ts'
import type { FeatureMembers } from '../../steps/members.ts'
import { features, memberForms } from '../features.ts'
import { flagName } from '../framework-flags.ts'
import { commandOf } from '../groups/group.ts'
import { checkSchema, ERROR, EXAMPLES, formFlaws, reservedFlag } from './check-cli.ts'
import { contradictions, PLACES } from './check-special.ts'
import { mistakes, type Flaws, type Mistakes } from './flaws.ts'
import * as forms from './forms.ts'
import { choice, either, fields, listOf, recordOf, texts } from './forms.ts'

const known = new WeakMap<Command, { readonly cli: Cli | null; readonly found: Mistakes }>()

/** Finds the mistakes in the declaration of a command of a tool, or of a built-in command. */
export function commandMistakes(
  cli: Cli | null,
  command: Command,
  path: readonly string[] = [],
): Mistakes {
  const earlier = known.get(command)
  if (earlier && earlier.cli === cli) return earlier.found
  const { declaration } = command
  const where = placeName(cli, command, path)
  const place = { tool: cli?.declaration, isRoot: cli?.root === command }
  const formal = [
    ...mistakes(where, () => checkHooks(declaration)),
    ...mistakes(where, () => formFlaws(declaration, { ...MEMBERS, ...memberForms('command') })),
  ]
  // The rest needs members of the right form.
  const found =
    formal.length > 0
      ? formal
      : [
          ...mistakes(where, () => flawsOf(declaration, place)),
          ...mistakes(where, () => void tablesOf(cli, command, path)),
        ]
  known.set(command, { cli, found })
  return found
}

/** Where a declaration stands: the tool that it belongs to, and whether it is its only command. */
interface Place {
  readonly tool: Cli['declaration'] | undefined
  readonly isRoot: boolean
}

function* checkHooks(declaration: CommandDeclaration): Flaws {
  if (typeof declaration.run !== 'function')
    yield 'RUN_MISSING has no run(); add run: ({ args }) => ({ ... })'
  if ('execute' in declaration || 'before' in declaration)
    yield 'HOOK_ORDER: execute and before would run before validation; move the work into run()'
  if ('async' in declaration)
    yield 'JOB_MISSING is async and must declare job with a descriptor schema'
}

function* flawsOf(declaration: CommandDeclaration, { tool, isRoot }: Place): Flaws {
  const { schemaVersion, scopes, args, options = {}, env, job, gui } = declaration
  yield* contradictions(declaration)
  for (const { members } of features) yield* members?.flaws?.(declaration) ?? []
  if (schemaVersion !== undefined && !/^\d+\.\d+$/.test(schemaVersion))
    yield `SCHEMA_VERSION_INVALID: schemaVersion is '${schemaVersion}'; write two numbers, as in 1.0`
  if (scopes !== undefined && texts(scopes, 'scopes'))
    yield 'SCOPES_INVALID: scopes must be a list of texts'
  if (job && (typeof job.descriptor !== 'object' || job.descriptor === null))
    yield 'JOB_DESCRIPTOR_MISSING: job.descriptor must be a JSON Schema'
  if (job && (typeof job.status !== 'function' || typeof job.cancel !== 'function'))
    yield 'JOB_HOOKS_MISSING: job needs status() and cancel()'
  if ((job || declaration.interruption) && commandOf(tool?.commands['job']))
    yield "JOB_TAKEN: its callers need 'job status', and the tool has a command named job; rename that one"
  if (gui && gui !== true && gui.length === 0)
    yield 'GUI_EMPTY: gui is empty; remove it or list the operations'
  for (const { name, headless } of guiOperations(declaration))
    if (!['emit_in_output', 'skip', 'error'].includes(headless))
      yield `GUI_HEADLESS_MISSING: gui operation '${name}' needs headless: emit_in_output, skip or error`
  for (const key of Object.keys(options))
    if (!tool?.ownFlags?.includes(flagName(key))) yield* reservedFlag(key, isRoot)
  for (const [kind, shape] of Object.entries({ args, options, env }))
    for (const [key, schema] of Object.entries(shape ?? {}))
      yield* checkSchema(`${kind}.${key}`, schema, isRoot)
  for (const key of Object.keys(declaration.globals ?? {}))
    if (tool && !Object.hasOwn(tool.globals ?? {}, key))
      yield `GLOBAL_UNKNOWN: globals names '${key}', which is no global option of ${tool.name}; add it to the globals of the tool`
  yield* checkChildren(declaration, tool)
  yield* checkRules(declaration)
  yield* checkConfirmFlag(declaration, tool)
}

function* checkChildren(declaration: CommandDeclaration, tool: Place['tool']): Flaws {
  const { children, args, options, env } = declaration
  if (!children || children === true) return
  const inputs = { ...args, ...options, ...env, ...tool?.globals, ...declaration.globals }
  for (const name of 'program' in children ? children.inputs : children)
    if (!Object.hasOwn(inputs, name))
      yield `CHILDREN_UNKNOWN: children names '${name}', which is no input of it`
}

function* checkRules({ optionRules = [] }: CommandDeclaration): Flaws {
  for (const rule of optionRules) {
    const isKnown =
      ('if' in rule && Array.isArray(rule.needs) && Object.keys(rule.if ?? {}).length === 1) ||
      ('unless' in rule && forms.object(rule.defaults, '') === undefined) ||
      ('anyOf' in rule && Array.isArray(rule.anyOf) && new Set(rule.anyOf).size > 1)
    if (!isKnown)
      yield `OPTION_RULE_INVALID: ${JSON.stringify(rule)} is no rule; write { if: { format: 'csv' }, needs: ['separator'] }, { unless: 'host', defaults: { port: 0 } } or { anyOf: ['id', 'name'] } with two names or more`
  }
}

/** Flags of the framework that can make a command real. */
const CONFIRMING = ['yes', 'confirmDestructive']

function* checkConfirmFlag(declaration: CommandDeclaration, tool: Place['tool']): Flaws {
  const { confirmFlag, danger, safeDefault, dryRun, options } = declaration
  if (confirmFlag === undefined) return
  const flaw = (reason: string) => `CONFIRM_FLAG_INVALID: confirmFlag ${reason}`
  if (danger === 'safe') yield flaw('is for commands that change something; remove it')
  if (safeDefault) yield flaw('and safeDefault exclude each other; --live confirms already')
  if (typeof dryRun !== 'function') yield flaw('needs dryRun(), which previews without the flag')
  if (danger === 'destructive' && confirmFlag !== 'confirmDestructive')
    yield flaw(`of a destructive command is 'confirmDestructive', not '${confirmFlag}'`)
  if (danger !== 'destructive' && confirmFlag === 'confirmDestructive')
    yield flaw('confirmDestructive is for destructive commands')
  const own = { ...tool?.globals, ...options }[confirmFlag]
  if (own ? inputJsonSchema(own)['type'] !== 'boolean' : !CONFIRMING.includes(confirmFlag))
    yield flaw(`'${confirmFlag}' is no boolean option; declare ${confirmFlag}: s.boolean()`)
}

const MEMBERS: Readonly<
  Record<Exclude<keyof CommandDeclaration, keyof FeatureMembers>, forms.Form>
> = {
  description: forms.text,
  danger: forms.anything,
  exitCodes: either(forms.object, forms.text),
  args: forms.object,
  options: forms.object,
  exactlyOne: listOf(texts, 'a list of lists'),
  optionRules: listOf(forms.object),
  optionPlacement: choice('any', 'strict'),
  env: forms.object,
  globals: forms.object,
  output: forms.schema,
  schemaVersion: forms.text,
  type: forms.text,
  types: texts,
  errors: recordOf(ERROR),
  aliases: texts,
  hidden: forms.toggle,
  deprecated: either(forms.text, fields({ message: forms.text, use: forms.text })),
  examples: EXAMPLES,
  nextSteps: EXAMPLES,
  validate: forms.handler,
  view: forms.handler,
  text: forms.handler,
  failureText: forms.handler,
  setup: fields({ open: forms.handler, close: forms.handler }, 'open'),
  run: forms.handler,
  dryRun: forms.handler,
  safeDefault: forms.toggle,
  confirmFlag: forms.text,
  idempotent: forms.toggle,
  interactive: forms.toggle,
  requiresPerson: either(forms.toggle, forms.handler),
  network: forms.toggle,
  timeoutMs: forms.limit,
  auth: fields({ tokenEnv: texts, headless: forms.toggle, login: forms.text, refresh: forms.text }),
  scopes: forms.anything,
  list: either(forms.toggle, fields({ defaultLimit: forms.count, maxLimit: forms.count })),
  cacheable: forms.toggle,
  stdin: either(
    choice(true, false, 'lines', 'records'),
    fields({
      mode: choice('buffered', 'lines', 'records'),
      maxBytes: forms.count,
      maxLineBytes: forms.count,
      record: forms.schema,
    }),
  ),
  binary: either(choice(true), fields({ contentType: forms.text })),
  job: fields({ pollIntervalMs: forms.limit, timeoutMs: forms.limit }),
  interruption: fields({ detach: forms.toggle, resume: forms.toggle }),
  keepsWork: forms.toggle,
  passthrough: either(forms.toggle, fields({ helpArgv: texts })),
  filter: choice('on-request', 'by-default', 'protocol'),
  protocol: forms.text,
  children: either(
    forms.toggle,
    texts,
    fields({ program: forms.text, inputs: texts, fixed: texts }, 'program', 'inputs'),
  ),
  childLog: forms.toggle,
  background: fields(
    { stop: forms.text, maxLifetimeSeconds: forms.count },
    'stop',
    'maxLifetimeSeconds',
  ),
  preserveLocale: forms.toggle,
  walks: forms.toggle,
  projectRoot: texts,
  writes: listOf(
    fields(
      {
        path: forms.text,
        type: choice(...PLACES),
        ttlSeconds: forms.count,
        clearableWith: forms.text,
      },
      'path',
      'type',
    ),
  ),
  platform: texts,
  requiredTools: recordOf(forms.text),
  compat: recordOf(forms.handler),
  idField: forms.text,
  pipes: forms.text,
  configScope: either(choice('local', 'global', 'session'), forms.toggle),
  mcp: choice(false),
  gui: either(choice(true), listOf(fields({ name: forms.text }))),
  editor: fields({
    alternatives: listOf(fields({ flag: forms.text, description: forms.text })),
  }),
  steps: texts,
  cleanup: forms.handler,
}
