// A program of cac whose commands end in every bad way.
import { cac } from 'cac'
import { adaptCac } from 'surety/cac'

import { declarations, endings } from './bad-endings.mjs'

const program = cac('hostile').help().version('1.2.3')
for (const [name, action] of Object.entries(endings)) program.command(name, name).action(action)

const toNumber = (text) => {
  if (Number.isNaN(Number(text))) throw new Error(`Not a number: ${text}`)
  return Number(text)
}
program
  .command('sum <first> [...rest]', 'Adds numbers')
  .option('--by <number>', 'a factor', { type: [toNumber] })
  .action((first, rest, { by = [1] }) => ({
    sum: by[0] * [first, ...rest].map(Number).reduce((a, b) => a + b),
  }))

program
  .command('build [...files]', 'Builds files')
  .option('--minify [how]', 'how to minify')
  .option('--target <target>', 'for which engine')
  .action((files, { minify }) => ({ files, minify }))
program
  .command('shim', 'Writes shims')
  .option('--shims <file>', 'a file of shims')
  .option('--no-shims', 'no shims at all')
  .action(({ shims }) => ({ shims }))

await adaptCac(program, declarations).serve()
