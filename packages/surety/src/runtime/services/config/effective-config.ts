import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import {
  objectOf,
  isJsonObject,
  suretyError,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { REDACTED } from '@surety/internal/redact/redactor.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { shortDigest } from '@surety/internal/short-digest.ts'
import { inputJsonSchema } from '../../../schema/index.ts'
import { configVariable } from '../../declare/cli.ts'
import { issuePath, validateWith } from '../../declare/standard-schema.ts'
import { inputFailure, refusedValue } from '../../run/errors/input-error.ts'
import { instanceFolder } from '../../run/instance-folder.ts'
import { mannersIn } from '../../run/manners.ts'
import {
  isDebug,
  learnSecret,
  type EffectiveConfig,
  type ReadConfig,
  type Run,
} from '../../run/run-state.ts'
import { logLine } from '../log.ts'

/** Reads what the caller says about the configuration; only generations that can be inspected have such flags. */
export function configChoice({ cli, world, commandLine, output }: Run) {
  const { globals = {}, ownFlags = [] } = cli.declaration
  const { configFlags, configVariable: variableIn } = mannersIn(output.dialect)
  const given = (flag: string, key: string) =>
    configFlags.includes(flag) && !Object.hasOwn(globals, key) && !ownFlags.includes(flag)
      ? commandLine.flags.findLast(({ name }) => name === `--${flag}`)
      : undefined
  const file = given('config', 'config')?.value ?? world.env[variableIn(cli.envPrefix) ?? '']
  const off = given('no-config', 'noConfig')
  return {
    /** The only file to use; null for the usual ones. */
    file: file ? resolve(world.cwd, file) : null,
    context: given('context', 'context')?.value ?? null,
    isOff: off !== undefined && !(off.isJoined && off.value === 'false'),
  }
}

/** Returns the path of the configuration of the user, or of the instance that the call belongs to. */
export function globalPath({ cli, world: { env } }: Run): string {
  const instance = instanceFolder(cli, env)
  if (instance !== null) return join(instance, 'config.json')
  const home = env['XDG_CONFIG_HOME'] || (env['HOME'] ? join(env['HOME'], '.config') : undefined)
  if (home !== undefined) return join(home, cli.declaration.name, 'config.json')
  const message = 'The global configuration needs a home directory, and none is set.'
  throw suretyError('CONFIG_UNREADABLE', message, { suggestion: 'Set HOME or XDG_CONFIG_HOME.' })
}

/** Returns the path of the nearest local configuration; if there is none, where it would be. */
export function nearestLocal({ cli, world: { cwd } }: Run): string {
  const name = `.${cli.declaration.name}-config`
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return join(at, name)
    if (dirname(at) === at) return join(cwd, name)
  }
}

/** Lists the files that a call may read, the strongest first. */
export function configPlaces(run: Run): readonly string[] {
  const { file, isOff } = configChoice(run)
  if (isOff) return []
  if (file !== null) return [file]
  const { env } = run.world
  const hasHome = env['HOME'] || env['XDG_CONFIG_HOME']
  const user = hasHome ? [globalPath(run)] : []
  return instanceFolder(run.cli, env) ? [...user, nearestLocal(run)] : [nearestLocal(run), ...user]
}

function configOf(run: Run): ReadConfig {
  return (run.config ??= { files: readFiles(run) })
}

/** Reads the files of a call, once; those that do not exist are left out. */
export function loadFiles(run: Run): ReadConfig['files'] {
  return configOf(run).files
}

async function readFiles(run: Run): ReadConfig['files'] {
  const read = configPlaces(run).map(async (path) => {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (isDebug(run))
      logLine(run, 'debug', `config ${text === null ? 'not at' : 'read from'} ${path}`)
    return text === null ? [] : [{ path, text }]
  })
  return (await Promise.all(read)).flat()
}

/** Gives a short digest that changes with every file and every value. */
export async function configHash(run: Run): Promise<string> {
  const texts = (await loadFiles(run)).map(({ text }) => text)
  // The files alone decide if they cannot be read as a configuration.
  const config = await effectiveConfig(run).catch(() => null)
  return shortDigest(JSON.stringify([texts, config && config.values])).slice(0, 6)
}

/**
 * Works out the configuration in force. Variables of the tool are stronger than files, files nearer to the call than
 * others, and the context that was chosen than the rest of its file.
 */
export function effectiveConfig(run: Run): Promise<EffectiveConfig> {
  const config = configOf(run)
  return (config.effective ??= resolveConfig(run))
}

async function resolveConfig(run: Run): Promise<EffectiveConfig> {
  const { file, context: wanted } = configChoice(run)
  const files = (await loadFiles(run)).map(({ path, text }) => ({ path, ...parse(path, text) }))
  // A command that writes the configuration may create its file.
  const mayCreate = run.command?.declaration.configScope !== undefined
  if (file !== null && files.length === 0 && !mayCreate)
    throw refusedValue(run, '--config', `There is no configuration ${file}.`, { value: file })
  const stored = files.map(({ current }) => current).find((name) => name !== undefined)
  const context = wanted ?? stored ?? null
  if (wanted !== null && !files.some(({ contexts }) => Object.hasOwn(contexts, wanted))) {
    const allowed = [...new Set(files.flatMap(({ contexts }) => Object.keys(contexts)))]
    const named = allowed.length > 0 ? `; there are ${allowed.join(', ')}` : ''
    const message = `There is no context '${wanted}'${named}.`
    const choices = allowed.length > 0 ? { allowed } : {}
    throw refusedValue(run, '--context', message, { value: wanted, ...choices })
  }
  const values: Record<string, JsonValue> = {}
  const sources: Record<string, string> = {}
  for (const { path, base, contexts } of files.toReversed())
    for (const layer of [base, context === null ? {} : (contexts[context] ?? {})])
      for (const [key, value] of Object.entries(layer)) {
        values[key] = value
        sources[key] = `file:${path}`
      }
  const secrets = await applyDeclared(run, values, sources)
  if (isDebug(run)) logLine(run, 'debug', 'config resolved', sources)
  const isHidden = (key: string) => secrets.has(key) || isSecretName(key)
  const shown: JsonObject = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isHidden(key) ? REDACTED : value]),
  )
  return { values, sources, shown, context }
}

/** Applies the tool's own declaration: variables, defaults and schemas. Returns the keys of secrets. */
async function applyDeclared(
  run: Run,
  values: Record<string, JsonValue>,
  sources: Record<string, string>,
): Promise<ReadonlySet<string>> {
  const secrets = new Set<string>()
  for (const [key, schema] of Object.entries(run.cli.declaration.config ?? {})) {
    const variable = configVariable(run.cli.envPrefix, key)
    const isSecret = inputJsonSchema(schema)['x-secret'] === true
    if (isSecret) secrets.add(key)
    if (run.world.env[variable] !== undefined) {
      const { readTexts } = await import('../../input/argv/texts.ts')
      const read = await readTexts({ [variable]: schema }, (name) => run.world.env[name])
      if (read.problems.length > 0) throw inputFailure(run, read.problems)
      values[key] = read.values[variable] as JsonValue
      sources[key] = `env:${variable}`
    } else {
      const result = await validateWith(schema, values[key])
      const [issue] = result.issues ?? []
      if (issue) {
        const name = [key, issuePath(issue)].filter(Boolean).join('.')
        const message = `The configuration has no valid '${name}': ${issue.message}`
        const suggestion = `Set ${variable}, or correct ${sources[key] ?? 'the file'}.`
        throw suretyError('CONFIG_UNREADABLE', message, { phase: 'validation', suggestion })
      }
      if (values[key] === undefined) sources[key] = 'default'
      values[key] = ('value' in result ? (result.value as JsonValue) : null) ?? null
    }
    if (isSecret && typeof values[key] === 'string') learnSecret(run, values[key])
  }
  return secrets
}

/** Takes a file apart: `contexts` holds named overlays, `current_context` the one in use. */
function parse(path: string, text: string) {
  const { contexts = {}, current_context: current, ...base } = parseConfig(path, text)
  return {
    base,
    contexts: objectOf(contexts) as Readonly<Record<string, JsonObject>>,
    current: typeof current === 'string' ? current : undefined,
  }
}

/** Parses the text of a configuration. */
export function parseConfig(path: string, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
    throw new TypeError('it is not a JSON object')
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Makes the error of a configuration that cannot be read. */
export function unreadable(path: string, cause: unknown): Error {
  return suretyError('CONFIG_UNREADABLE', `The configuration ${path} cannot be read.`, {
    detail: cause instanceof Error ? cause.message : String(cause),
    target: path,
    retryable: false,
    suggestion: `Correct or remove ${path}.`,
    cause,
  })
}
