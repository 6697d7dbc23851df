import { defineCli, run, s } from 'surety'

/** A program that lives on, whatever the tool inside it does. */
const tool = defineCli({
  name: 'guest',
  version: '1.0.0',
  description: 'Misbehaves in the house of others',
  commands: Object.fromEntries(
    Object.entries({
      exits: () => process.exit(0),
      throws: () => {
        setTimeout(() => {
          throw new Error('late')
        }, 20)
        return new Promise((resolve) => setTimeout(() => resolve({ done: true }), 200))
      },
      rejects: () => {
        void Promise.reject(new Error('floating'))
        return new Promise((resolve) => setTimeout(() => resolve({ done: true }), 200))
      },
      lingers: () => {
        setTimeout(() => {
          throw new Error('after the end')
        }, 100)
        return { done: true }
      },
      moves: () => {
        process.chdir('/')
        return { done: true }
      },
      fine: () => ({ cwd: process.cwd() }),
      sets: () => {
        process.env['LEFT_BEHIND'] = '1'
        delete process.env['HOME']
        process.exitCode = 7
        return { left: process.env['LEFT_BEHIND'], given: process.env['GIVEN'] }
      },
      prints: ({ options }) => {
        console.error(`the key is ${options.key}`)
        setTimeout(() => console.error(`late: ${options.key}`), 20)
        return { done: true }
      },
      reads: async () => {
        let text = ''
        for await (const chunk of process.stdin) text += chunk
        return { text }
      },
      stays: async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { cwd: process.cwd() }
      },
      'moves-away': async () => {
        process.chdir('/')
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { cwd: process.cwd() }
      },
    }).map(([name, handler]) => [
      name,
      {
        description: 'Acts',
        danger: 'safe',
        options: { key: s.string().secret().optional() },
        run: handler,
      },
    ]),
  ),
})

for (const name of ['exits', 'throws', 'rejects', 'lingers', 'moves', 'fine']) {
  const { outcome, exit, stdout } = await run(tool, [name])
  const { code } = outcome.error ?? {}
  console.log(
    JSON.stringify({ name, ok: outcome.ok, exit, code, lines: stdout.split('\n').length }),
  )
}
await new Promise((resolve) => setTimeout(resolve, 300))
console.log(JSON.stringify({ name: 'host', cwd: process.cwd() }))

const SECRET = 'hunter2hunter2'
const dataOf = async (argv, options) => {
  const { outcome } = await run(tool, argv, options)
  return outcome.data ?? outcome.error.detail
}
const report = (name, facts) => console.log(JSON.stringify({ name, ...facts }))

report('sets', { data: await dataOf(['sets'], { env: { GIVEN: 'a' } }) })
const { LEFT_BEHIND: left = null, HOME: home } = process.env
report('variables', { left, home: home !== undefined, exitCode: process.exitCode ?? null })
report('prints', { stderr: (await run(tool, ['prints', '--key', SECRET])).stderr })
report('reads', {
  given: await dataOf(['reads'], { stdin: 'given' }),
  none: await dataOf(['reads']),
})
const away = run(tool, ['moves-away'])
await new Promise((resolve) => setTimeout(resolve, 50))
console.log(JSON.stringify({ name: 'host prints' }))
const later = dataOf(['fine'])
report('alone', { away: (await away).outcome.data, later: await later })
const [stays, moves] = await Promise.all([dataOf(['stays']), dataOf(['moves-away'])])
report('together', { stays, moves })
let input = ''
for await (const chunk of process.stdin) input += chunk
report('end', { input, cwd: process.cwd() })
