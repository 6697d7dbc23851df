// Commands with one mistyped member each. Each says that it ran in the file RAN: none of them may.
import { appendFileSync } from 'node:fs'
import { defineCli, s, serve } from 'surety'

const id = { id: s.string() }
const destructive = { dryRun: () => ({}), args: id }

export const mistakes = {
  misspelt: { ...destructive, danger: 'destructve' },
  capital: { ...destructive, danger: 'Destructive' },
  dangr: { ...destructive, dangr: 'destructive' },
  valdate: { valdate: () => ['no'] },
  ouput: { ouput: s.object({ sum: s.number() }) },
  'requires-persn': { requiresPersn: true },
  'text-limit': { timeoutMs: '300' },
  'no-number': { timeoutMs: Number.NaN },
  'endless-limit': { timeoutMs: Infinity },
  'args-list': { args: [s.string()] },
  'text-schema': { options: { to: 'string' } },
  stdin: { stdin: 'line' },
  'stdin-limit': { stdin: { maxByts: 5 } },
  'sign-in': { auth: { tokenenv: ['TOKEN'] } },
  'confirm-flag': { ...destructive, danger: 'destructive', confirmFlg: 'confirmDestructive' },
}

const run = ({ meta }) => {
  appendFileSync(process.env.RAN, 'ran\n')
  return { done: meta === undefined }
}
const commands = Object.fromEntries(
  Object.entries(mistakes).map(([name, more]) => [name, { description: 'Acts', run, ...more }]),
)

export const mistyped = defineCli({
  name: 'mistyped',
  commands: { ...commands, good: { description: 'Is right', run: () => ({ done: true }) } },
})

const { ONLY } = process.env
if (process.argv[1]?.endsWith('mistyped.mjs'))
  await serve(ONLY ? defineCli({ name: 'mistyped', run, ...mistakes[ONLY] }) : mistyped)
