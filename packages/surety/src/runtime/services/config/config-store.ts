import { readFile, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'

import { suretyError, type JsonObject } from '../../../contract/index.ts'
import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import type { ConfigStore } from '../../handler/context.ts'
import { refusedValue } from '../../run/errors/input-error.ts'
import { instanceFolder } from '../../run/instance-folder.ts'
import { mannersIn } from '../../run/manners.ts'
import { logLine } from '../log.ts'
import { advise, commandName, isDebug, onEnd, warn, type Run } from '../../run/run-state.ts'
import { waitForLock } from '@surety/internal/process/file-lock.ts'
import {
  configChoice,
  effectiveConfig,
  globalPath,
  nearestLocal,
  parseConfig,
  unreadable,
} from './effective-config.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** Opens the nearest local configuration, or the global one with `--global`. */
export async function openConfig(run: Run, isGlobal: boolean): Promise<ConfigStore> {
  const { configScope } = run.command?.declaration ?? {}
  if (!configScope)
    // A generation of the spec demands that callers are told, not only the author.
    mannersIn(run.output.dialect).undeclared(warn, advise)(
      run,
      `${commandName(run)} uses the configuration but declares no configScope.`,
    )
  if (configScope === 'global' && !isGlobal) {
    throw suretyError('INPUT_REQUIRED', `${commandName(run)} writes the global configuration.`, {
      phase: 'validation',
      suggestion: 'Add --global to allow it.',
      fix_required: 'Add --global.',
    })
  }
  const { file, isOff } = configChoice(run)
  const isOwn = isGlobal || instanceFolder(run.cli, run.world.env) !== null
  const path = file ?? (isOwn ? globalPath(run) : nearestLocal(run))
  const scope = isGlobal ? 'global' : 'local'
  const { values: settings } = await effectiveConfig(run)
  return {
    path,
    scope,
    settings,
    read: async () => (isOff ? {} : readConfig(path)),
    write: async (changes) => {
      if (isOff) {
        const message = 'The configuration cannot be changed with --no-config.'
        throw refusedValue(run, '--no-config', message)
      }
      makeFolder(dirname(path))
      const unlock = await lockConfig(run, `${path}.lock`)
      try {
        const merged = Object.entries({ ...(await readConfig(path)), ...changes })
        const kept = Object.fromEntries(merged.filter(([, value]) => value !== null))
        const text = `${JSON.stringify(kept, null, 2)}\n`
        // The file that a link leads to is replaced, and the link stays.
        const file = await realpath(path).catch(() => path)
        const writing = writeFileAtomically(file, text, { signal: run.signal })
        // A run that is cut off waits until the draft is gone.
        onEnd(run, () => writing.catch(() => {}))
        await writing
      } finally {
        unlock()
      }
      if (isGlobal) warn(run, `GLOBAL_CONFIG_MODIFIED: ${path} was changed.`, { path })
      return { path, scope }
    },
  }
}

async function readConfig(path: string): Promise<JsonObject> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw unreadable(path, error)
  })
  return parseConfig(path, text)
}

/** Takes the lock of a configuration, and waits a moment for another process that holds it. */
async function lockConfig(run: Run, path: string): Promise<() => void> {
  // A run that has cleaned up would leave the lock behind.
  const lock = await waitForLock(path, { waitMs: 2000, signal: run.signal })
  if (lock.kind === 'busy') {
    const message = `Another process (${lock.pid} on ${lock.host}) holds the configuration lock ${path}.`
    const suggestion = `Wait until that process ends. If there is no such process, remove ${path}.`
    const facts = { target: path, suggestion, retryable: true, retry_after_ms: 1000 }
    // Nothing was changed, and the other process will end.
    throw suretyError('FILE_EXISTS', message, facts)
  }
  if (isDebug(run)) logLine(run, 'debug', `lock ${path} taken`)
  onEnd(run, lock.release)
  return lock.release
}
