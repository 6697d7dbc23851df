import { defect } from '../../../contract/index.ts'
import { isSurelySecretName } from '../../../internal/redact/secret-name.ts'
import { inputJsonSchema } from '../../../schema/index.ts'
import type { Cli } from '../cli.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
import type { StandardSchema } from '../standard-schema.ts'
import { errorRow } from '../exits/exit-declarations.ts'
import { isGenerator } from '../command.ts'
import type { GenerationRules } from '../generation-rules.ts'

/**
 * Checks what the requirements of the spec want declared, for tools that declare such a generation. Other tools get
 * their exits and their danger from the framework.
 */
export function checkRequired(
  cli: Cli,
  where: string,
  declaration: CommandDeclaration,
  rules: GenerationRules,
): void {
  if (rules.inspectable) {
    checkFlags(cli, cli.declaration.commands)
    checkVariables(cli, where, declaration)
  }
  if (declaration.auth && declaration.scopes === undefined) {
    throw defect('SCOPES_MISSING', `${where} has auth and must declare scopes; use [] for none`)
  }
  const { danger, exitCodes, errors = {}, run, filter, protocol } = declaration
  if (danger === undefined) {
    throw defect('DANGER_MISSING', `${where} has no danger; add safe, mutating or destructive`)
  }
  if (exitCodes === undefined || Object.keys(exitCodes).length === 0) {
    throw defect('EXITS_MISSING', `${where} has no exitCodes; list SUCCESS and every other exit`)
  }
  if (!Object.hasOwn(exitCodes, 'SUCCESS')) {
    throw defect('EXIT_SUCCESS_MISSING', `${where}: exitCodes has no SUCCESS; describe it`)
  }
  for (const [code, row] of Object.entries(errors)) {
    const { exit } = errorRow(row)
    const name = typeof exit === 'string' ? exit : exit.name
    if (Object.hasOwn(exitCodes, name)) continue
    throw defect('EXIT_UNDECLARED', `${where}: ${code} ends in ${name}; add ${name} to exitCodes`)
  }
  checkSources(where, declaration, rules.inspectable)
  if (rules.endsStreams && isGenerator(run) && declaration.options?.['idempotencyKey'])
    throw defect('STREAM_KEY', `${where} streams, so it has no result that a key could repeat`)
  if (rules.inspectable) {
    const small = declaration.exactlyOne?.find((set) => new Set(set).size < 2)
    if (small)
      throw defect('GROUP_TOO_SMALL', `${where}: exactlyOne has a set of less than two options`)
    checkEditor(where, declaration)
    checkInputs(where, declaration)
    checkBypass(where, declaration)
  }
  if (rules.namesProtocols && filter === 'protocol' && protocol === undefined) {
    throw defect('PROTOCOL_MISSING', `${where} serves a protocol; add protocol with its name`)
  }
  if (rules.endsStreams && danger === 'destructive' && filter !== 'protocol' && isGenerator(run)) {
    throw defect(
      'STREAM_DESTRUCTIVE',
      `${where} is destructive and must not stream; collect the rows and return them`,
    )
  }
}

/** Variables that mean the same to every program. */
const UNIVERSAL =
  /^(?:NO_COLOR|CI|HOME|USER|PATH|SHELL|TERM|PWD|COLUMNS|XDG_\w+|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy|REQUESTS_CA_BUNDLE|SSL_CERT_FILE|GITHUB_ACTIONS|JENKINS_URL|DISPLAY|WAYLAND_DISPLAY|SSH_TTY|EDITOR|VISUAL)$/

/** Refuses variables without the prefix of the tool, except right behind one that has it and is read first. */
function checkVariables({ envPrefix }: Cli, where: string, declaration: CommandDeclaration): void {
  const { options = {}, env = {}, auth } = declaration
  const lists = [
    ...Object.values(options).map((schema) => [inputJsonSchema(schema)['x-env'] ?? []].flat()),
    Object.keys(env),
    auth?.tokenEnv ?? [],
  ]
  for (const list of lists as readonly (readonly string[])[])
    for (const [at, name] of list.entries()) {
      if (isOwn(name) || UNIVERSAL.test(name) || (at > 0 && isOwn(list[at - 1]!))) continue
      throw defect(
        'VARIABLE_UNPREFIXED',
        `${where} reads ${name}, which other programs may use too; put ${envPrefix}_${name} before it`,
      )
    }

  function isOwn(name: string): boolean {
    return name.startsWith(`${envPrefix}_`)
  }
}

/**
 * Refuses options that take the name or the letter of a global one, in any command that is loaded: a flag that two own
 * is nobody's, so no command of the tool runs.
 */
function checkFlags(cli: Cli, members: Members, above: readonly string[] = []): void {
  const { globals = {}, ownFlags = [] } = cli.declaration
  const globalNames = Object.entries(globals).flatMap(([key, schema]) =>
    namesOf(key, schema).map((name) => [name, `--${flagName(key)}`] as const),
  )
  const owners = new Map([...globalNames, ['-h', '--help']])
  for (const [name, member] of Object.entries(members)) {
    const path = [...above, name]
    const group = groupOf(member)
    if (group) checkFlags(cli, group.commands, path)
    const { options = {} } = commandOf(member)?.declaration ?? {}
    for (const [key, schema] of Object.entries(options)) {
      const flag = flagName(key)
      if (isReservedFlag(flag) && !ownFlags.includes(flag)) owners.set(`--${flag}`, `--${flag}`)
      const taken = namesOf(key, schema).find((each) => owners.has(each))
      if (taken === undefined) continue
      throw defect(
        'FLAG_TAKEN',
        `command '${path.join(' ')}': ${taken} of option --${flag} belongs to the global option ${owners.get(taken)}; choose another`,
      )
    }
  }
}

function namesOf(key: string, schema: StandardSchema): readonly string[] {
  const { 'x-short': short, 'x-aliases': aliases = [] } = inputJsonSchema(schema)
  const long = [flagName(key), ...(aliases as readonly string[])].map((name) => `--${name}`)
  return typeof short === 'string' ? [...long, `-${short}`] : long
}

/** An editor needs a flag that replaces it, one that the command has. */
function checkEditor(where: string, { editor, options = {}, globals = {} }: CommandDeclaration) {
  const flags = editor?.alternatives.map(({ flag }) => flag.replace(/^--/, ''))
  const own = Object.keys({ ...globals, ...options }).map(flagName)
  if (flags && !(flags.length > 0 && flags.every((flag) => own.includes(flag))))
    throw defect(
      'EDITOR_ALONE',
      `${where} opens an editor; editor.alternatives has to name options of it that replace the editor`,
    )
}

/** Checks texts of callers: secrets come by reference, and patterns hold for the whole text. */
function checkInputs(where: string, { args = {}, options = {}, passthrough }: CommandDeclaration) {
  if (passthrough) return
  for (const [key, schema] of [...Object.entries(args), ...Object.entries(options)]) {
    const { type, pattern, format, enum: values, 'x-kind': kind, ...rest } = inputJsonSchema(schema)
    const isText = type === 'string' && values === undefined
    const isMarked = rest['x-secret'] === true
    const isSecret = isMarked || (isText && isSurelySecretName(key))
    if (isSecret && !(isMarked && Object.hasOwn(options, key)))
      throw defect(
        'SECRET_AS_VALUE',
        `${where} has '${key}' on the command line, where others can read it; make it an option with .secret(), which callers give as --${flagName(key)}-from-env or --${flagName(key)}-from-file`,
      )
    if (typeof pattern !== 'string' || kind !== undefined) continue
    if (!/^\^[^]*\$$/.test(pattern))
      throw defect(
        'PATTERN_NOT_ANCHORED',
        `${where}: the pattern of '${key}' must hold for the whole text; write it as in /^${pattern}$/`,
      )
    if (format !== undefined)
      throw defect('PATTERN_AND_FORMAT', `${where}: '${key}' has a pattern and a format; keep one`)
  }
}

/** Calls that start a shell without `ctx.exec()`. */
const BYPASS = /\b(execSync|child_process\.exec|os\.system)\(|\bshell:\s*(?:true|!0)/

/** Finds children that are not declared completely, and shells beside `ctx.exec()`. */
function checkBypass(where: string, { run, dryRun, children }: CommandDeclaration): void {
  const found = BYPASS.exec(`${String(run)}\n${String(dryRun)}`)
  if (found)
    throw defect(
      'SHELL_BYPASS',
      `${where} starts a shell with ${found[1] ?? found[0]}; use exec() of the context, which screens arguments`,
    )
  if (children && (children === true || !('program' in children)))
    throw defect(
      'CHILDREN_INCOMPLETE',
      `${where}: children has to name the program; write { program: 'git', inputs: [...] }`,
    )
}

/** What follows a call of `exec` or `pipe` with a string, and one of `exec` with a shell option. */
const STRING = String.raw`(?:\[[^\]]*\]\s*,\s*)*["'\`]`
const OPTION = String.raw`[^()]*\bshell:\s*(?:true|!0|["'\`])`

/** Calls in `validate()` that write a file, start a program or use the network. */
const ACTS =
  /\b((?:writeFile|appendFile|mkdir|mkdtemp|unlink|copyFile|createWriteStream|execFile)(?:Sync)?|(?:rm|rmdir|rename|exec|spawn)Sync|fetch)\(/

/**
 * Refuses calls that can be recognised in the source of a handler, so that they do not fail halfway
 * through its work. Others are refused when they are made.
 */
function checkSources(where: string, declaration: CommandDeclaration, isLatest: boolean): void {
  const acts = ACTS.exec(String(declaration.validate))?.[1]
  if (acts !== undefined)
    throw defect(
      'VALIDATE_ACTS',
      `${where} calls ${acts}() in validate(), which must only look at the input; move it into run()`,
    )
  for (const handler of [declaration.run, declaration.dryRun]) {
    if (!handler) continue
    const source = Function.prototype.toString.call(handler)
    if (calls(source, 'exec|pipe', STRING))
      throw defect(
        'SHELL_STRING_PROHIBITED',
        `SHELL_STRING_PROHIBITED: ${where} gives exec() a string; give it an array such as ['git', 'status']`,
      )
    if (calls(source, 'exec', OPTION))
      throw defect(
        'SHELL_OPTION_PROHIBITED',
        `SHELL_OPTION_PROHIBITED: ${where} gives exec() a shell option; a child process never runs in a shell`,
      )
    if (isLatest && /\bprocess\.chdir\(/.test(source))
      throw defect(
        'CHDIR_PROHIBITED',
        `${where} calls process.chdir(); join whole paths to ctx.cwd`,
      )
    if (isLatest && !declaration.background && /\bdetached:\s*(?:true|!0)/.test(source))
      throw defect('BACKGROUND_UNDECLARED', `${where} leaves a process behind; declare background`)
    if (!declaration.gui && calls(source, 'open', ''))
      throw defect('GUI_UNDECLARED', `${where} calls open() and must declare gui: true`)
  }
  checkNetworkCalls(where, declaration)
}

/** Tests for a call of a function of the context, taken out of the parameter or called on it. */
function calls(source: string, names: string, then: string): boolean {
  const taken = `^[^)]*?\\{[^)]*?\\b(${names})\\b[^)]*?\\}\\s*\\)[^]*?[^.\\w$]\\1\\(\\s*${then}`
  const member = `^(?:async\\b\\s*)?(?:function\\b\\s*)?[\\w$]*\\s*\\(?\\s*([\\w$]+)[^]*?[^.\\w$]\\1\\.(?:${names})\\(\\s*${then}`
  return new RegExp(taken).test(source) || new RegExp(member).test(source)
}

const NETWORK_CALL = /\b(fetch|https?\.(?:get|request))\(/g

/** Refuses network calls in the source of a handler that nothing limits: they could outlive `--timeout`. */
function checkNetworkCalls(where: string, { run, dryRun }: CommandDeclaration): void {
  const source = `${String(run)}\n${String(dryRun)}`
  for (const match of source.matchAll(NETWORK_CALL)) {
    const given = argumentsAt(source, match.index + match[0].length)
    if (/\b(?:signal|timeout)\b/.test(given)) continue
    // That of the context ends with the run.
    if ([run, dryRun].some((handler) => handler && calls(String(handler), 'fetch', ''))) continue
    throw defect(
      'NETWORK_CALL_UNBOUNDED',
      `${where} calls ${match[1]}() without a limit; give it { signal } of the context`,
    )
  }
}

function argumentsAt(source: string, start: number): string {
  let depth = 1
  let at = start
  for (; at < source.length && depth > 0; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
  }
  return source.slice(start, at)
}
