// A program of yargs that uses what yargs checks itself, and ends in every bad way.
import { adaptYargs } from 'surety/yargs'
import yargs from 'yargs'

console.log('printed before there is a call')

const program = yargs()
  .scriptName('hostile')
  .version('1.2.3')
  .env('HOSTILE')
  .option('level', { type: 'count', alias: 'v' })
  .fail(() => process.exit(99))
  .command('exit-mid', '', {}, () => {
    console.log('{"a":1}')
    console.error('it is over')
    process.exit(7)
  })
  .command('log-throw', '', {}, () => {
    console.log('half')
    throw new Error('It broke')
  })
  .command('throw-text', '', {}, () => {
    // oxlint-disable-next-line only-throw-error -- programs do
    throw 'just a text'
  })
  .command('reject', '', {}, async () => {
    throw Object.assign(new Error('Rejected'), { code: 'E_REJECTED' })
  })
  .command('timer', '', {}, () => {
    setTimeout(() => {
      throw new Error('In a timer')
    }, 1)
  })
  .command('hang', '', {}, () => new Promise(() => setInterval(() => {}, 1000)))
  .command(
    'conflict',
    '',
    { one: { type: 'string' }, two: { type: 'string', conflicts: 'one' } },
    () => 1,
  )
  .command('imply', '', { one: { implies: 'two' }, two: {} }, () => 1)
  .command(
    'check',
    '',
    (y) =>
      y.option('size', { type: 'number' }).check(({ size }) => {
        if (size > 5) throw new Error('The size is too large')
        return true
      }),
    ({ size }) => ({ size }),
  )
  .command(
    'check-later',
    '',
    (y) =>
      y
        .option('size', { type: 'number' })
        .option('day', {
          coerce: async (text) => {
            if (Number.isNaN(Date.parse(text))) throw new Error(`No such day: ${text}`)
            return text
          },
        })
        .check(async ({ size }) => {
          if (size > 5) throw new Error('The size is too large')
          return size !== 4 || 'The --size must not be 4'
        }),
    ({ size, day }) => ({ size, day }),
  )
  .command(
    'coerce',
    '',
    {
      day: {
        coerce: (text) => {
          if (Number.isNaN(Date.parse(text))) throw new Error(`Not a day: ${text}`)
          return new Date(text)
        },
      },
    },
    ({ day }) => ({ day }),
  )
  .command(
    'many <first> [rest..]',
    '',
    (y) => y.positional('first', { type: 'number' }),
    ({ first, rest }) => ({ first, rest }),
  )
  .command(
    'kinds',
    '',
    {
      tag: { type: 'array', alias: ['t', 'T'] },
      point: { nargs: 2 },
      on: { type: 'boolean' },
      color: { default: true },
      dryRun: { type: 'boolean' },
      untyped: {},
      head: { type: 'string', alias: 'H' },
      pick: { choices: [1, 2, 3] },
    },
    ({ $0: _name, ...argv }) => argv,
  )
  .command('token', '', { token: { type: 'string', demandOption: true } }, ({ token }) => ({
    token,
  }))
  .command('deep', '', (y) =>
    y
      .command('er', '', (z) =>
        z
          .command('est [n]', '', {}, ({ n }) => ({ n }))
          .command(['usual', '$0'], '', {}, () => ({ usual: true })),
      )
      .command('$0', '', { self: { type: 'string' } }, ({ self }) => ({ self })),
  )
  .command('session', '', {}, ({ user }) => ({ user }), [
    (argv) => {
      argv.user = 'me'
    },
  ])
  .command('no-session', '', {}, () => 1, [
    () => {
      throw new Error('Sign in first')
    },
  ])
  .command(
    'awaited',
    '',
    async (y) => {
      console.log('printed by a builder')
      return y.option('query', { demandOption: true })
    },
    ({ query }) => ({ query }),
  )
  .command('own-flag', '', { json: { type: 'boolean' } }, ({ json }) => ({ own: json }))

if (process.env.YARGS_IS_STRICT) program.strict()

await adaptYargs(program, {
  errors: { E_REJECTED: 'CONFLICT' },
  commands: { hang: { timeoutMs: 500 } },
}).serve()
