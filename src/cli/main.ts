#!/usr/bin/env node
import module from 'node:module'

// Node 22 and later can keep the compiled code between calls; older types do not know it.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()

const [, , first, second, third = '', ...rest] = process.argv

// Agents wait for this before each command, so it loads nothing else.
const isHook = first === 'hook' && second === 'answer' && rest.length === 0
const answer = isHook ? await (await import('./commands/hook/run-hook.ts')).runHook(third) : null
if (answer === null) await (await import('./app.ts')).serveApp()
// The stream of Node takes longer to load than all of this.
else if (answer.length < 32_768) process.getBuiltinModule('node:fs').writeSync(1, answer)
else process.stdout.write(answer)
