#!/usr/bin/env node
// Node 22 and later can keep the compiled code between calls; older types do not know it.
const { enableCompileCache } = process.getBuiltinModule('node:module') as {
  readonly enableCompileCache?: () => unknown
}
enableCompileCache?.()

const [, , first, second, third = '', ...rest] = process.argv

// Agents wait for this before each command, so it loads nothing else.
if (first === 'hook' && second === 'answer' && rest.length === 0) void answer(third)
else void import('./main.ts')

async function answer(client: string): Promise<void> {
  const { runHook } = await import('./commands/hook/run-hook.ts')
  const text = await runHook(client)
  if (text === null) await import('./main.ts')
  // The stream of Node takes longer to load than all of this.
  else if (text.length < 32_768) process.getBuiltinModule('node:fs').writeSync(1, text)
  else process.stdout.write(text)
}
