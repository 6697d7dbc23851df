#!/usr/bin/env node
import type { runNote } from './commands/hook/after/run-note.ts'

// Node 22 and later can keep the compiled code between calls; older types do not know it.
const { enableCompileCache } = process.getBuiltinModule('node:module') as {
  readonly enableCompileCache?: (folder: string) => unknown
}
const cache = enableCompileCache && ownCacheFolder(process.env)
if (cache !== undefined) enableCompileCache?.(cache)

const [, , first, second, third = '', ...rest] = process.argv

// Agents wait for this before each command, so it loads nothing else.
if (first === 'hook' && (second === 'answer' || second === 'note')) void answer(second, third, rest)
else runCommand()

/** Gives a folder of this user alone; Node's own choice is a shared one, where others could leave code for us. */
function ownCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const base = env['XDG_CACHE_HOME'] || (env['HOME'] && `${env['HOME']}/.cache`)
  // A variable of Node's own names another folder, or none.
  if (!base?.startsWith('/') || !process.geteuid || env['NODE_COMPILE_CACHE']) return undefined
  const fs = process.getBuiltinModule('node:fs')
  const folder = `${base}/surety/compiled`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const isOwn = [folder, `${base}/surety`].every((path) => {
      const { uid, mode } = fs.lstatSync(path)
      return uid === process.geteuid!() && (mode & 0o170022) === 0o040000
    })
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}

async function answer(hook: string, client: string, flags: readonly string[]): Promise<void> {
  const text =
    hook === 'answer'
      ? await (await import('./commands/hook/run-hook.ts')).runHook(client, flags)
      : await noteHook().runNote(client, flags)
  if (text === null) runCommand()
  // The stream of Node takes longer to load than all of this.
  else if (text.length < 32_768) say(text)
  else process.stdout.write(text)
}

function say(text: string): void {
  try {
    process.getBuiltinModule('node:fs').writeSync(1, text)
  } catch {
    // Nobody reads it any more, and a hook must not fail.
  }
}

/** Loads the tree of commands, which another build makes; `import()` would start the loader of modules for it. */
function runCommand(): void {
  require('./main.ts')
}

/** Loads the hook after commands, from another build too. */
function noteHook() {
  return require('./commands/hook/after/run-note.ts') as { readonly runNote: typeof runNote }
}
