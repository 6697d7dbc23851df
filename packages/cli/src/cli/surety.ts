#!/usr/bin/env node
import type { runNote } from './commands/hook/run-note.ts'
import type { main } from './main.ts'

const [, , first = '', second, third = '', ...rest] = process.argv
// A line that looks for programs by their words does not find itself in ours.
if (first === 'sh') process.title = 'surety sh'
const { XDG_CACHE_HOME, HOME } = process.env
const cache = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`)
const node = process.getBuiltinModule('node:module') as {
  enableCompileCache?: (folder: string) => unknown
}
// Node 22 keeps compiled code; in the user's own folder, because who writes there decides what runs.
if (cache) node.enableCompileCache?.(`${cache}/surety/compiled`)

/** Loads a file beside this one, which another build makes. */
const loadOurs = (name: string): unknown => require(`${__dirname}/${name}.cjs`)

// Agents wait for this after each command, so it loads nothing else.
if (first === 'hook' && second === 'note') void answer(third, rest)
else start()

function start(): void {
  const command = loadOurs('main') as { readonly main: typeof main }
  command.main()
}

async function answer(client: string, flags: readonly string[]): Promise<void> {
  const hook = loadOurs('note') as { readonly runNote: typeof runNote }
  const text = await hook.runNote(client, flags)
  if (text === null) start()
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
