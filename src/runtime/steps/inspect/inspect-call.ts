import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import { isJsonObject, SuretyError, type JsonValue } from '../../../contract/index.ts'
import { maskJson } from '../../../internal/redact/mask.ts'
import { outputJsonSchema } from '../../../schema/index.ts'
import type { CheckedInput } from '../../input/read-input.ts'
import type { Call } from '../../run/call.ts'
import { refusedValue } from '../../run/errors/input-error.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import { instanceVariable, isInstanceId } from '../../run/instance-folder.ts'
import { isConfirmed } from '../../run/parsed-input.ts'
import { addMeta, advise, commandName, isDryRun, warn, type Run } from '../../run/run-state.ts'
import { effectiveConfig } from '../../services/config/effective-config.ts'
import { stepReport } from '../../run/step-report.ts'
import { stepEvents } from '../../services/work/steps.ts'
import { configEnd } from '../../describe/show-config.ts'
import { arrange, needsArranging } from './arrange.ts'
import { noteWork, pinFolder } from './provenance.ts'

/** Applies what the caller says about the surroundings of the call, before its input is known to be valid. */
export function beginInspected(run: Run, { flags }: CheckedInput): void {
  lookForUpdate(run, flags.noUpdateCheck === true)
  const { output } = run.command?.declaration ?? {}
  const schema = output && outputJsonSchema(output)
  const isStable = flags.stableOutput === true
  const isArranged = isStable || needsArranging(schema)
  run.mask = (value) => {
    const form = isArranged ? arrange(value, schema ?? {}, run.world.cwd, isStable) : value
    return maskJson(form, schema, flags.unmask === true)
  }
  if (flags.noInjectionProtection)
    warn(run, 'INJECTION_PROTECTION_DISABLED: Content from outside is not labelled.')
  refuseIds(run, flags.format)
  warnOfPlatform(run)
  useVersion(run, flags.schemaVersion)
  adviseOnTimes(run, schema?.['properties'])
  if (flags.validateOnly) addMeta(run, { validation_only: true })
  const talks = ['quiet', 'verbose', 'debug'].filter((name) => flags[name] === true)
  if (talks.length > 1)
    throw refusedValue(run, `--${talks[1]}`, `--${talks.join(' and --')} exclude each other.`)
  if (flags.quiet) silence(run)
  useFolder(run, flags.cwd)
  const variable = instanceVariable(run.cli)
  const id = flags.instanceId ?? run.world.env[variable]
  if (!id) return
  if (!isInstanceId(id)) {
    const message = `'${id}' is no id of an instance; use letters, digits, - and _.`
    throw refusedValue(run, '--instance-id', message, { value: id })
  }
  // All state of the call follows this variable, and so do calls that the handler makes.
  run.world.env[variable] = id
}

function refuseIds(run: Run, format: string | undefined): void {
  if (format !== 'id' || run.command?.declaration.idField !== undefined) return
  const message = `--format id: ${commandName(run)} answers nothing with an identifier.`
  throw refusedValue(run, '--format', message, { code: 'INVALID_CHOICE', value: 'id' })
}

function warnOfPlatform(run: Run): void {
  const { world, command } = run
  const { platform } = command?.declaration ?? {}
  if (!platform || platform.includes(world.platform)) return
  const expected = platform.join(' or ')
  warn(
    run,
    `PLATFORM_UNSUPPORTED: Command not supported on ${world.platform}; expected ${expected}.`,
  )
}

/** Answers in an older version of the data, if the caller asks for one that the command still knows. */
function useVersion(run: Run, asked: number | undefined): void {
  const { compat = {}, schemaVersion: current = '1.0' } = run.command?.declaration ?? {}
  const major = Number.parseInt(current, 10)
  if (asked === undefined || asked === major) return
  if (!compat[asked]) {
    const known = [...Object.keys(compat), major]
    const message = `There is no version ${asked} of the data; use ${known.join(' or ')}.`
    throw refusedValue(run, '--schema-version', message, { value: asked })
  }
  const version = `${asked}.0`
  const text = `SCHEMA_DEPRECATED: Version ${version} of the data is old; use ${current}.`
  warn(run, text, { current_version: current, requested_version: version })
  addMeta(run, { schema_version: version })
}

/** Reduces data to what identifies it. */
function withIds({ command, input }: Call, end: RunEnd): RunEnd {
  const { idField } = command.declaration
  if (input.flags.format !== 'id' || idField === undefined || end.kind !== 'data') return end
  const idOf = (item: JsonValue) => {
    const id = isJsonObject(item) ? item[idField] : item
    return typeof id === 'string' ? id : JSON.stringify(id ?? null)
  }
  const { data } = end
  return { ...end, isReshaped: true, data: Array.isArray(data) ? data.map(idOf) : idOf(data) }
}

/** What `meta` says of a call; in `data` it would make equal answers differ. */
const VOLATILE = /^(?:timestamp|now|generated_at|duration_ms|request_id|trace_id|elapsed_ms)$/

/** Tells the author of members of the data that belong to the call and not to its result. */
function adviseOnTimes(run: Run, members: unknown): void {
  for (const name of Object.keys(members ?? {}).filter((each) => VOLATILE.test(each)))
    advise(
      run,
      `${commandName(run)} declares '${name}' in its data, which callers compare and keep: use ctx.addMeta()`,
    )
}

/** Asks for the newest version while a person watches; nobody waits for the answer. */
function lookForUpdate(run: Run, isRefused: boolean): void {
  const { cli, world } = run
  const { latestVersion, version } = cli.declaration
  const isOff = isRefused || Boolean(world.env[`${cli.envPrefix}_NO_UPDATE`])
  const isWatched = world.isStdoutTty && !world.env['CI']
  if (isOff || !isWatched) world.env['NO_UPDATE_NOTIFIER'] = '1'
  if (isOff || !isWatched || !latestVersion) return
  const ask = async (): Promise<void> => {
    const latest = await latestVersion()
    const isNewer = latest?.localeCompare(version, 'en', { numeric: true }) === 1
    if (isNewer && /^\d+\.\d+\.\d+/.test(latest)) addMeta(run, { update_available: latest })
  }
  // A check that fails leaves no trace.
  ask().catch(() => {})
}

/** Keeps everything away from stderr; the answer stays on stdout. */
function silence({ world }: Run): void {
  const { write } = world
  Object.defineProperty(world, 'write', {
    value: ((stream, text) =>
      stream === 'stderr' ? undefined : write(stream, text)) satisfies typeof write,
  })
}

/** Makes another folder the one that relative paths of the call belong to; that of the process stays. */
function useFolder(run: Run, folder: string | undefined): void {
  if (folder === undefined) return void pinFolder(run.world)
  const path = resolve(run.world.cwd, folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw refusedValue(run, '--cwd', `--cwd: there is no folder ${path}.`, { value: folder })
  Object.defineProperty(run.world, 'cwd', { value: path })
}

/** Ends a call that only asks, or goes on with the configuration that was chosen. */
export async function inspectCall(call: Call, next: () => Promise<RunEnd>): Promise<RunEnd> {
  const { run, input } = call
  const { showConfig, config, context, validateOnly } = input.flags
  if (showConfig) return configEnd(run)
  if (config !== undefined || context !== undefined) await effectiveConfig(run)
  noteWork(run)
  if (validateOnly) {
    refuseUnconfirmed(call)
    return { kind: 'data', data: null }
  }
  const end = await next()
  refuseWarnings(call)
  const isOlder = input.flags.schemaVersion !== undefined && end.kind === 'data'
  return withIds(call, withSteps(run, isOlder ? { ...end, isReshaped: true } : end))
}

/** Fails a call with warnings whose caller wants none; its work is done. */
function refuseWarnings({ run: { warnings }, input }: Call): void {
  if (!input.flags.warningsAsErrors || warnings.length === 0) return
  const message = `The call is done, with ${warnings.length} warnings.`
  throw new SuretyError('WARNINGS_AS_ERRORS', 'GENERAL_ERROR', message, { retryable: false })
}

/** Adds to the data of a success which steps it took. */
function withSteps(run: Run, end: RunEnd): RunEnd {
  if (end.kind !== 'data' || !stepEvents(run) || !isJsonObject(end.data)) return end
  const { resume_from: _none, ...report } = stepReport(run, null)
  return { ...end, data: { ...end.data, ...report } }
}

/** A call that would be refused for want of a confirmation is not valid. */
function refuseUnconfirmed({ run, command: { declaration }, input }: Call): void {
  const { danger, filter } = declaration
  if (danger !== 'destructive' || filter === 'protocol' || isDryRun(run) || isConfirmed(input))
    return
  const message = 'The call is destructive and would be refused without --confirm-destructive.'
  throw refusedValue(run, '--confirm-destructive', message, { code: 'MISSING_ARGUMENT' })
}
