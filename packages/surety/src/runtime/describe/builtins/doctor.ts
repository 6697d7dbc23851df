import { SuretyError, type JsonObject } from '../../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { runProcess } from '@surety/internal/process/run-process.ts'
import type { Cli } from '../../declare/cli.ts'
import type { DoctorCheck, InitDeclaration } from '../../declare/types/cli-declaration.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { AnyContext } from '../../handler/context.ts'
import { loadAll } from '../load-commands.ts'
import { describeThrown } from '../../run/errors/describe-error.ts'
import { boundsOf, dependencyOf, VERSION } from '../manifest/dependencies.ts'

/** Makes `doctor`, which checks what the author declared and says how to mend what is missing. */
export function doctorCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Checks everything that the tool needs',
    danger: 'safe',
    type: 'doctor',
    network: true,
    exitCodes: {
      SUCCESS: 'Every check passed',
      PRECONDITION: 'Something is missing; data says what, and how to mend it',
    },
    errors: {
      DOCTOR_CHECKS_FAILED: { exit: 'PRECONDITION', description: 'Something is missing' },
    },
    run: async (ctx): Promise<JsonObject> => {
      const needed = (await loadAll(cli, {}, ctx.warn)).flatMap(({ command }) =>
        Object.entries(command.declaration.requiredTools ?? {}),
      )
      const tools = needed.map(
        ([name, version]) => [name, { version, fix: `Install ${name}.` }] as const,
      )
      const doctor: Record<string, DoctorCheck> = Object.fromEntries(tools)
      const checked = await Promise.all(
        Object.entries({ ...doctor, ...cli.declaration.doctor }).map(([name, check]) =>
          examine(ctx, name, check),
        ),
      )
      const dependencies = checked.flatMap(({ dependency }) => (dependency ? [dependency] : []))
      const checks = checked.map(({ check }) => check)
      const data = { checks, dependencies }
      const failed = checks.filter(({ ok }) => ok === false)
      if (failed.length === 0) return data
      const names = failed.map(({ name }) => name).join(', ')
      return ctx.fail('DOCTOR_CHECKS_FAILED', `Not in order: ${names}.`, {
        data,
        retryable: false,
        fix_required: `Run the fix of each failed check: ${names}.`,
      })
    },
  })
}

/** What the checks use of the context. */
type Services = Pick<AnyContext, 'cwd' | 'processEnv' | 'signal' | 'warn'>

interface Examined {
  readonly check: JsonObject & { readonly name: string; readonly ok: boolean }
  readonly dependency?: JsonObject
}

async function examine(ctx: Services, name: string, declared: DoctorCheck): Promise<Examined> {
  if ('version' in declared) return examineProgram(ctx, name, declared)
  if ('url' in declared) return examineEndpoint(ctx, name, declared)
  try {
    await declared.check()
    return { check: { name, ok: true } }
  } catch (error) {
    return { check: { name, ok: false, error: describeThrown(error), fix: declared.fix } }
  }
}

const LIMIT_MS = 10_000

/** Runs a program for its version. For any version it only has to exist, or its command to succeed. */
async function examineProgram(
  ctx: Services,
  name: string,
  { version: wanted, command, fix }: Extract<DoctorCheck, { version: string }>,
): Promise<Examined> {
  const argv = command ?? [name, '--version']
  const isAny = wanted === '*'
  const end = await runProcess({
    argv: isAny && !command ? ['sh', '-c', 'command -v "$0" >/dev/null', name] : argv,
    cwd: ctx.cwd,
    env: { ...ctx.processEnv, LC_ALL: 'C' },
    timeoutMs: LIMIT_MS,
    graceMs: 1000,
    drainMs: 250,
    maxBytes: 65_536,
    signal: ctx.signal,
    sharesTerminal: false,
  })
  const works = end.kind !== 'not_started' && end.exitCode === 0
  const found = works && !isAny ? versionIn(end.stdout.bytes, end.stderr.bytes) : null
  const bounds = isAny || found === null ? [] : boundsOf(wanted)
  const isOld = bounds.some(({ sign, version }) => sign !== '<' && compare(found!, version) < 0)
  const tooNew = bounds.find(({ sign, version }) => sign === '<' && compare(found!, version) >= 0)
  const ok = works && (isAny || found !== null) && !isOld
  if (ok && tooNew)
    ctx.warn(
      `DEPENDENCY_UNTESTED: ${name} ${found} is newer than the versions that the tool knows.`,
      { name, found_version: found, max_version: tooNew.version },
    )
  const problem = !works
    ? `${name} is not installed`
    : `${name} ${found ?? 'of an unknown version'} is too old`
  const failure = ok ? {} : { error: `${problem}; needed is ${wanted}.`, fix }
  return {
    check: { name, ok, ...(!isAny && { version: found }), required: wanted, ...failure },
    dependency: {
      ...dependencyOf(name, given({ version: wanted, fix, command })),
      ...(!(isAny && ok) && { found_version: found }),
      ok,
    },
  }
}

function versionIn(...streams: readonly Uint8Array[]): string | null {
  const text = streams.map((bytes) => new TextDecoder().decode(bytes)).join('\n')
  return VERSION.exec(text)?.[1] ?? null
}

function compare(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

/** Sends a request to an endpoint: any answer shows that it can be reached. */
async function examineEndpoint(
  ctx: Services,
  name: string,
  { url, fix }: Extract<DoctorCheck, { url: string }>,
): Promise<Examined> {
  try {
    await fetch(url, { method: 'HEAD', signal: ctx.signal })
    return { check: { name, ok: true } }
  } catch (error) {
    const known = error instanceof SuretyError ? error : null
    if (known && known.exit !== 'UNAVAILABLE') return { check: { name, ok: true } }
    const { network_context: context } = known?.facts.details ?? {}
    const suggestion = (context as JsonObject | undefined)?.['suggestion']
    const repair = fix ?? (typeof suggestion === 'string' ? suggestion : `curl -v ${url}`)
    const facts = { error: describeThrown(error), fix: repair, network_context: context }
    return { check: { name, ok: false, ...given(facts) } }
  }
}

/** Makes `init`, the one command that sets the tool up; repeating it changes nothing. */
export function initCommand({ isDone, run }: InitDeclaration): Command {
  return defineCommand({
    description: 'Sets the tool up',
    danger: 'mutating',
    idempotent: true,
    network: true,
    type: 'init',
    exitCodes: { SUCCESS: 'The tool is set up', PARTIAL_FAILURE: 'A part of it is not in place' },
    run: async (ctx): Promise<JsonObject> => {
      if (await isDone()) return { effect: 'noop', already_initialized: true }
      await run(ctx as unknown as AnyContext)
      return { effect: 'created', initialized: true }
    },
  })
}
