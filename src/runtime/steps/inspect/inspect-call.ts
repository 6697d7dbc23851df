import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import { isJsonObject } from '../../../contract/index.ts'
import { maskJson } from '../../../internal/redact/mask.ts'
import { outputJsonSchema } from '../../../schema/index.ts'
import type { CheckedInput } from '../../input/read-input.ts'
import type { Call } from '../../run/call.ts'
import { inputFailure } from '../../run/errors/input-error.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import { instanceVariable, isInstanceId } from '../../run/instance-folder.ts'
import type { Run } from '../../run/run-state.ts'
import { effectiveConfig } from '../../services/config/effective-config.ts'
import { stepReport } from '../../run/step-report.ts'
import { stepEvents } from '../../services/work/steps.ts'
import { configEnd } from '../../describe/show-config.ts'

/** Applies what the caller says about the surroundings of the call, before its input is known to be valid. */
export function beginInspected(run: Run, { flags }: CheckedInput): void {
  lookForUpdate(run, flags['noUpdateCheck'] === true)
  if (flags['unmask'] !== true) {
    const { output } = run.command?.declaration ?? {}
    const schema = output && outputJsonSchema(output)
    run.notes.mask = (value) => maskJson(value, schema)
  }
  if (flags['validateOnly'] === true) run.meta['validation_only'] = true
  const talks = ['quiet', 'verbose', 'debug'].filter((name) => flags[name] === true)
  if (talks.length > 1) {
    const message = `--${talks.join(' and --')} exclude each other.`
    throw inputFailure(run, [{ param: `--${talks[1]}`, code: 'INVALID_VALUE', message }])
  }
  if (flags['quiet'] === true) silence(run)
  run.notes.isVerbose = flags['verbose'] === true
  useFolder(run, flags['cwd'])
  const variable = instanceVariable(run.cli)
  const id = flags['instanceId'] ?? run.world.env[variable]
  if (typeof id !== 'string' || id === '') return
  if (!isInstanceId(id)) {
    const message = `'${id}' is no id of an instance; use letters, digits, - and _.`
    throw inputFailure(run, [{ param: '--instance-id', code: 'INVALID_VALUE', message, value: id }])
  }
  // All state of the call follows this variable, and so do calls that the handler makes.
  run.world.env[variable] = id
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
    if (isNewer && /^\d+\.\d+\.\d+/.test(latest)) run.meta['update_available'] = latest
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
function useFolder(run: Run, folder: unknown): void {
  if (typeof folder !== 'string') return
  const path = resolve(run.world.cwd, folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const message = `--cwd: there is no folder ${path}.`
    throw inputFailure(run, [{ param: '--cwd', code: 'INVALID_VALUE', message, value: folder }])
  }
  Object.defineProperty(run.world, 'cwd', { value: path })
}

/** Ends a call that only asks, or goes on with the configuration that was chosen. */
export async function inspectCall(call: Call, next: () => Promise<RunEnd>): Promise<RunEnd> {
  const { run, input } = call
  const { flags } = input
  if (flags['showConfig'] === true) return configEnd(run)
  if (flags['config'] !== undefined || flags['context'] !== undefined) await effectiveConfig(run)
  if (flags['validateOnly'] !== true)
    return call.command.declaration.steps ? withSteps(call, next) : next()
  refuseUnconfirmed(call)
  return { kind: 'data', data: null }
}

/** Adds to the data of a success which steps it took. */
async function withSteps({ run }: Call, next: () => Promise<RunEnd>): Promise<RunEnd> {
  const end = await next()
  if (end.kind !== 'data' || !stepEvents(run) || !isJsonObject(end.data)) return end
  const { resume_from: _none, ...report } = stepReport(run, null)
  return { ...end, data: { ...end.data, ...report } }
}

/** A call that would be refused for want of a confirmation is not valid. */
function refuseUnconfirmed({ run, command: { declaration }, input }: Call): void {
  const { danger, filter } = declaration
  if (danger !== 'destructive' || filter === 'protocol' || run.isDryRun) return
  if (input.framework.isConfirmed) return
  const message = 'The call is destructive and would be refused without --confirm-destructive.'
  throw inputFailure(run, [{ param: '--confirm-destructive', code: 'MISSING_ARGUMENT', message }])
}
