import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { defect, SuretyError } from '../../../contract/index.ts'
import { identityOf } from '@surety/internal/process/process-identity.ts'
import { waitForLock } from '@surety/internal/process/file-lock.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../../declare/cli.ts'
import { makeId } from '../../run/call-facts.ts'
import { stateFolder } from '../../run/instance-folder.ts'
import { addMeta, commandName, onEnd, type Run } from '../../run/run-state.ts'
import { childEnvironment } from '../children/child-environment.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'
import { baseOf, KEPT_SECONDS } from './base-folder.ts'

// What a call leaves outside of its process, in one folder of the tool that nobody else may read.

/** Makes a folder for its owner alone, whatever the umask is. */
function makePrivate(path: string): string {
  makeFolder(path, 0o700)
  chmodSync(path, 0o700)
  return path
}

/** Tests whether the answer of a call names its folder and its children, so that others can clean up after it. */
export function hasSession({ output }: Run): boolean {
  return output.rules.inspectable
}

/** Makes the temporary folder of a call, or another one in it; all of it goes with the call. */
export function sessionFolder(run: Run): string {
  if (typeof run.meta['session_tmp_dir'] === 'string')
    return mkdtempSync(join(run.meta['session_tmp_dir'], 'more-'))
  makePrivate(baseOf(run))
  const path = makePrivate(join(baseOf(run), `session-${makeId()}`))
  writeFileSync(`${path}.json`, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
  addMeta(run, { session_tmp_dir: path })
  // Synchronously, because a run that is cut off does not wait for its hooks.
  onEnd(run, () => {
    for (const each of [path, `${path}.json`]) rmSync(each, { recursive: true, force: true })
  })
  return path
}

/** Writes a file for the caller, who may delete it with the command that comes with it; later calls do so by its age. */
export function handOver(
  run: Run,
  name: string,
  content: string | Uint8Array,
  { keepSeconds = KEPT_SECONDS }: { readonly keepSeconds?: number } = {},
) {
  makePrivate(baseOf(run))
  const folder = makePrivate(join(baseOf(run), `kept-${makeId()}-${keepSeconds}`))
  const path = join(folder, basename(name))
  writeFileSync(path, content, { mode: 0o600 })
  chmodSync(path, 0o600)
  addMeta(run, { session_tmp_dir: run.meta['session_tmp_dir'] ?? folder })
  const command = quoteWords(['rm', '-f', path])
  return { output_file: path, cleanup: { command, auto_cleanup_after_seconds: keepSeconds } }
}

/** Lists a child in a file while it runs. */
export function trackChild(run: Run, pid: number): () => void {
  const known = run.meta['session_pid_file']
  const file =
    typeof known === 'string' ? known : join(makePrivate(baseOf(run)), `${makeId()}.pids`)
  const change = (pids: readonly string[]) =>
    pids.length > 0
      ? writeFileSync(file, `${pids.join('\n')}\n`, { mode: 0o600 })
      : rmSync(file, { force: true })
  change([...linesOf(file), String(pid)])
  addMeta(run, { session_pid_file: file })
  return () => change(linesOf(file).filter((line) => line !== String(pid)))
}

function linesOf(file: string): readonly string[] {
  const isThere = statSync(file, { throwIfNoEntry: false })
  return isThere ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** Starts a process that stays, for commands that declare `background`; later calls end it when its time is over. */
export async function startBackground(run: Run, argv: readonly string[]) {
  const { background } = run.command?.declaration ?? {}
  if (!background)
    throw defect('BACKGROUND_UNDECLARED', `${commandName(run)} must declare background`)
  const [program = '', ...words] = argv
  const env = childEnvironment(run.world, {})
  const { spawn } = await import('node:child_process')
  const child = spawn(program, words, { detached: true, stdio: 'ignore', cwd: run.world.cwd, env })
  child.unref()
  const pid = child.pid ?? 0
  const until = run.world.now().getTime() + background.maxLifetimeSeconds * 1000
  const entry = { ...identityOf(pid), until }
  const file = join(makePrivate(baseOf(run)), `background-${makeId()}-${pid}.json`)
  writeFileSync(file, JSON.stringify(entry), { mode: 0o600 })
  const stop = `${quoteWords(callWords(run.cli))} ${background.stop}`
  return { background_pid: pid, cleanup_command: stop, pid_file: file }
}

/** Takes a lock among all calls of a tool; it is free when the call ends, however that is. */
export async function takeLock(
  run: Run,
  name: string,
  { waitMs = 10_000 }: { readonly waitMs?: number } = {},
): Promise<() => void> {
  const { cli, world } = run
  if (!/^[\w.-]+$/.test(name)) throw defect('LOCK_NAME', `'${name}' is no name of a lock`)
  const folder = join(stateFolder(cli, world.env) ?? '/', 'locks')
  const path = join(folder, name)
  makeFolder(folder, 0o700)
  const lock = await waitForLock(path, { waitMs, signal: run.signal })
  if (lock.kind === 'busy') throw held(run, path, lock.pid)
  onEnd(run, lock.release)
  return lock.release
}

function held({ world }: Run, path: string, pid: number): SuretyError {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const age = since === undefined ? 0 : Math.max(0, Math.round(world.now().getTime() - since))
  return new SuretyError('LOCK_HELD', 'PRECONDITION', `Process ${pid} holds the lock.`, {
    retryable: true,
    retry_after_ms: 1000,
    details: { lock_file: path, holder_pid: pid, holder_age_ms: age },
  })
}

/** Makes a folder that goes with the run, or gives that of the session. */
export function makeTempDir(run: Run): string {
  // The hooks of a run that was cut off have run.
  run.signal.throwIfAborted()
  if (hasSession(run)) return sessionFolder(run)
  const path = mkdtempSync(join(tmpdir(), `${run.cli.declaration.name}-`))
  // Synchronously, because a run that is cut off does not wait for its hooks.
  onEnd(run, () => rmSync(path, { recursive: true, force: true }))
  return path
}
