import { mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { isJsonObject, suretyError, type JsonObject } from '../../../contract/index.ts'
import { writeFileAtomically } from '../../../internal/atomic-file.ts'
import type { ConfigStore } from '../../handler/context.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { tryLock } from '../../../internal/process/file-lock.ts'

/** Opens the nearest local configuration, or the global one with `--global`. */
export async function openConfig(run: Run, isGlobal: boolean): Promise<ConfigStore> {
  const { configScope } = run.command?.declaration ?? {}
  if (!configScope)
    // A generation of the spec demands that callers are told, not only the author.
    (run.output.rules.isStrict ? run.warnings : run.notes.advice).push(
      `${commandName(run)} uses the configuration but declares no configScope.`,
    )
  if (configScope === 'global' && !isGlobal) {
    throw suretyError('INPUT_REQUIRED', `${commandName(run)} writes the global configuration.`, {
      phase: 'validation',
      suggestion: 'Add --global to allow it.',
      fix_required: 'Add --global.',
    })
  }
  const path = isGlobal ? globalPath(run) : await nearestLocal(run)
  return {
    path,
    scope: isGlobal ? 'global' : 'local',
    read: () => readConfig(path),
    write: async (changes) => {
      await mkdir(dirname(path), { recursive: true })
      const unlock = await lockConfig(run, `${path}.lock`)
      try {
        const merged = { ...(await readConfig(path)), ...changes }
        const kept = Object.fromEntries(
          Object.entries(merged).filter(([, value]) => value !== null),
        )
        const text = `${JSON.stringify(kept, null, 2)}\n`
        // The file that a link leads to is replaced, and the link stays.
        const file = await realpath(path).catch(() => path)
        const writing = writeFileAtomically(file, text, { signal: run.signal })
        // A run that is cut off waits until the draft is gone.
        run.ending.cleanups.push(() => writing.catch(() => {}))
        await writing
      } finally {
        unlock()
      }
      if (isGlobal) {
        const text = `GLOBAL_CONFIG_MODIFIED: ${path} was changed.`
        run.warnings.push(text)
        run.notes.warningContexts.set(text, { path })
      }
      return { path, scope: isGlobal ? 'global' : 'local' }
    },
  }
}

function globalPath(run: Run): string {
  const { env } = run.world
  const home = env['XDG_CONFIG_HOME'] || (env['HOME'] ? join(env['HOME'], '.config') : undefined)
  if (home === undefined) {
    throw suretyError(
      'CONFIG_UNREADABLE',
      'The global configuration needs a home directory, and none is set.',
      {
        suggestion: 'Set HOME or XDG_CONFIG_HOME.',
      },
    )
  }
  return join(home, run.cli.declaration.name, 'config.json')
}

async function nearestLocal(run: Run): Promise<string> {
  const name = `.${run.cli.declaration.name}-config`
  const { existsSync } = await import('node:fs')
  for (let at = run.world.cwd; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return join(at, name)
    if (dirname(at) === at) return join(run.world.cwd, name)
  }
}

async function readConfig(path: string): Promise<JsonObject> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (isJsonObject(value)) return value
    throw new TypeError('it is not a JSON object')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    const detail = error instanceof Error ? error.message : String(error)
    throw suretyError('CONFIG_UNREADABLE', `The configuration ${path} cannot be read.`, {
      detail,
      target: path,
      retryable: false,
      suggestion: `Correct or remove ${path}.`,
      cause: error,
    })
  }
}

/** Together two seconds. */
const MOST_TRIES = 100
const PAUSE_MS = 20

/** Takes the lock of a configuration, and waits a moment for another process that holds it. */
async function lockConfig(run: Run, path: string): Promise<() => void> {
  for (let tries = 1; ; tries += 1) {
    // A run that has cleaned up would leave the lock behind.
    run.signal.throwIfAborted()
    const attempt = tryLock(path)
    if (attempt.kind === 'taken') {
      run.ending.cleanups.push(attempt.release)
      return attempt.release
    }
    if (tries === MOST_TRIES) {
      throw suretyError(
        'CONFIG_UNREADABLE',
        `Another process (${attempt.pid} on ${attempt.host}) holds the configuration lock ${path}.`,
        {
          target: path,
          suggestion: `Wait until that process ends. If there is no such process, remove ${path}.`,
        },
      )
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
