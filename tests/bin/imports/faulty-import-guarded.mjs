// A tool whose imports go wrong before serve() is called, in the way that HOW names.
import 'surety/guard'
import { defineCli, defineCommand, serve } from 'surety'
import './faulty-import.mjs'

const fine = defineCommand({
  description: 'Answers',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It answered' },
  run: () => ({ fine: true }),
})

if (process.env['HOW'] === 'never-served') console.log('no answer at all')
else {
  await serve(
    defineCli({ name: 'guarded', version: '1.0.0', description: 'Guarded', commands: { fine } }),
  )
}
