import { defineCli, run } from 'surety'

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
    }).map(([name, handler]) => [name, { description: 'Acts', danger: 'safe', run: handler }]),
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
