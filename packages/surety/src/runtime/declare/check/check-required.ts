import { inputJsonSchema } from '../../../schema/index.ts'
import type { Cli } from '../cli.ts'
import type { CommandDeclaration } from '../types/command-declaration.ts'
import { isReservedFlag } from '../reserved-flags.ts'
import { flagName } from '../flag-name.ts'
import { commandOf, groupOf, type Members } from '../groups/group.ts'
import { exitName } from '../exits/exit-declarations.ts'
import { isGenerator } from '../command.ts'
import type { GenerationRules } from '../generation-rules.ts'
import { flaw, type Flaws } from './flaws.ts'
import { spellingsOf } from './input-flaws.ts'

/** Finds what a tool of a generation with requirements has to declare; other tools get it from the framework. */
export function* requiredFlaws(
  cli: Cli,
  declaration: CommandDeclaration,
  rules: GenerationRules,
): Flaws {
  if (rules.inspectable) {
    checkFlags(cli, cli.declaration.commands)
    yield* checkVariables(cli, declaration)
  }
  const { danger, exitCodes = {}, errors = {}, run, filter, protocol } = declaration
  if (danger === undefined) yield 'DANGER_MISSING has no danger; add safe, mutating or destructive'
  if (Object.keys(exitCodes).length === 0)
    yield 'EXITS_MISSING has no exitCodes; list SUCCESS and every other exit'
  if (!Object.hasOwn(exitCodes, 'SUCCESS'))
    yield 'EXIT_SUCCESS_MISSING: exitCodes has no SUCCESS; describe it'
  for (const [code, row] of Object.entries(errors)) {
    const name = exitName(row)
    if (!Object.hasOwn(exitCodes, name))
      yield `EXIT_UNDECLARED: ${code} ends in ${name}; add ${name} to exitCodes`
  }
  yield* checkSources(declaration, rules.inspectable)
  if (rules.endsStreams && isGenerator(run) && declaration.options?.['idempotencyKey'])
    yield 'STREAM_KEY streams, so it has no result that a key could repeat'
  if (rules.inspectable) {
    if (declaration.exactlyOne?.some((set) => new Set(set).size < 2))
      yield 'GROUP_TOO_SMALL: exactlyOne has a set of less than two options'
    yield* checkInputs(declaration)
    yield* checkBypass(declaration)
  }
  if (rules.namesProtocols && filter === 'protocol' && protocol === undefined)
    yield 'PROTOCOL_MISSING serves a protocol; add protocol with its name'
  if (rules.endsStreams && danger === 'destructive' && filter !== 'protocol' && isGenerator(run))
    yield 'STREAM_DESTRUCTIVE is destructive and must not stream; collect the rows and return them'
}

/** Variables that mean the same to every program. */
const UNIVERSAL =
  /^(?:NO_COLOR|CI|HOME|USER|PATH|SHELL|TERM|PWD|COLUMNS|XDG_\w+|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy|REQUESTS_CA_BUNDLE|SSL_CERT_FILE|GITHUB_ACTIONS|JENKINS_URL|DISPLAY|WAYLAND_DISPLAY|SSH_TTY|EDITOR|VISUAL)$/

/** Refuses variables without the prefix of the tool, except right behind one that has it and is read first. */
function* checkVariables({ envPrefix }: Cli, declaration: CommandDeclaration): Flaws {
  const { options = {}, env = {}, auth } = declaration
  const lists = [
    ...Object.values(options).map((schema) => [inputJsonSchema(schema)['x-env'] ?? []].flat()),
    Object.keys(env),
    auth?.tokenEnv ?? [],
  ]
  for (const list of lists as readonly (readonly string[])[])
    for (const [at, name] of list.entries()) {
      if (isOwn(name) || UNIVERSAL.test(name) || (at > 0 && isOwn(list[at - 1]!))) continue
      yield `VARIABLE_UNPREFIXED reads ${name}, which other programs may use too; put ${envPrefix}_${name} before it`
    }

  function isOwn(name: string): boolean {
    return name.startsWith(`${envPrefix}_`)
  }
}

/** Refuses options that take the name or the letter of a global one: a flag that two own is nobody's. */
function checkFlags(cli: Cli, members: Members, above: readonly string[] = []): void {
  const { globals = {}, ownFlags = [] } = cli.declaration
  const globalNames = Object.entries(globals).flatMap(([key, schema]) =>
    spellingsOf(key, schema).map((name) => [name, `--${flagName(key)}`] as const),
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
      const taken = spellingsOf(key, schema).find((each) => owners.has(each))
      if (taken === undefined) continue
      throw flaw(
        `command '${path.join(' ')}'`,
        `FLAG_TAKEN: ${taken} of option --${flag} belongs to the global option ${owners.get(taken)}; choose another`,
      )
    }
  }
}

/** Checks texts of callers: patterns hold for the whole text. */
function* checkInputs({ args = {}, options = {} }: CommandDeclaration): Flaws {
  for (const [key, schema] of [...Object.entries(args), ...Object.entries(options)]) {
    const { pattern, format, 'x-kind': kind } = inputJsonSchema(schema)
    if (typeof pattern !== 'string' || kind !== undefined) continue
    if (!/^\^[^]*\$$/.test(pattern))
      yield `PATTERN_NOT_ANCHORED: the pattern of '${key}' must hold for the whole text; write it as in /^${pattern}$/`
    if (format !== undefined)
      yield `PATTERN_AND_FORMAT: '${key}' has a pattern and a format; keep one`
  }
}

/** Calls that start a shell. */
const BYPASS = /\b(execSync|child_process\.exec|os\.system)\(|\bshell:\s*(?:true|!0)/

/** Finds shells, which read arguments again. */
function* checkBypass({ run, dryRun }: CommandDeclaration): Flaws {
  const found = BYPASS.exec(`${String(run)}\n${String(dryRun)}`)
  if (found)
    yield `SHELL_BYPASS starts a shell with ${found[1] ?? found[0]}; start the program with a list of arguments`
}

/** Calls in `validate()` that write a file, start a program or use the network. */
const ACTS =
  /\b((?:writeFile|appendFile|mkdir|mkdtemp|unlink|copyFile|createWriteStream|execFile)(?:Sync)?|(?:rm|rmdir|rename|exec|spawn)Sync|fetch)\(/

/** Refuses calls that the source of a handler shows, so that they do not fail halfway through its work. */
function* checkSources(declaration: CommandDeclaration, isLatest: boolean): Flaws {
  const acts = ACTS.exec(String(declaration.validate))?.[1]
  if (acts !== undefined)
    yield `VALIDATE_ACTS calls ${acts}() in validate(), which must only look at the input; move it into run()`
  for (const handler of [declaration.run, declaration.dryRun]) {
    if (!handler) continue
    const source = Function.prototype.toString.call(handler)
    if (isLatest && /\bprocess\.chdir\(/.test(source))
      yield 'CHDIR_PROHIBITED calls process.chdir(); join whole paths to ctx.cwd'
  }
  yield* checkNetworkCalls(declaration)
}

const NETWORK_CALL = /\b(fetch|https?\.(?:get|request))\(/g

/** Refuses network calls in the source of a handler that nothing limits: they could outlive `--timeout`. */
function* checkNetworkCalls({ run, dryRun }: CommandDeclaration): Flaws {
  const source = `${String(run)}\n${String(dryRun)}`
  for (const match of source.matchAll(NETWORK_CALL)) {
    const given = argumentsAt(source, match.index + match[0].length)
    if (/\b(?:signal|timeout)\b/.test(given)) continue
    yield `NETWORK_CALL_UNBOUNDED calls ${match[1]}() without a limit; give it { signal } of the context`
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
