// A tool that repeats its secret option wherever it can, however it ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

if (process.env['WITH_WATCHDOG']) await import('surety/watchdog')

const command = (end, timeoutMs = 300) =>
  defineCommand({
    description: 'Repeats its secret',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken' },
    errors: { TAKEN: 'CONFLICT' },
    timeoutMs,
    options: { token: s.string().secret() },
    run: (context) => {
      const { options, warn, addMeta, log } = context
      warn(`warned of ${options.token}`)
      addMeta('remark', { deep: [options.token] })
      log.error(`logged ${options.token}`, { at: options.token })
      process.stderr.write('ready\n')
      return end(context)
    },
  })

const commands = {
  succeed: command(() => ({ done: true })),
  fail: command(({ fail, options }) =>
    fail('TAKEN', `failed with ${options.token}`, { details: { deep: [options.token] } }),
  ),
  throw: command(({ options }) => {
    throw new Error(`threw ${options.token}`)
  }),
  'throw-later': command(async ({ options }) => {
    setTimeout(() => {
      throw new Error(`threw ${options.token}`)
    }, 1)
    await sleep(5000)
  }, 60_000),
  'time-out': command(() => sleep(5000)),
  wait: command(() => sleep(30_000), 60_000),
  exit: command(() => process.exit(3)),
  loop: command(() => {
    for (;;);
  }),
  'fail-in-cleanup': command(({ onCleanup, options }) => {
    onCleanup(() => {
      throw new Error(`cleaned up ${options.token}`)
    })
    return {}
  }),
}

await serve(
  defineCli({ name: 'leaky', version: '1.0.0', description: 'Repeats its secret', commands }),
)
