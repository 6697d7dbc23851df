// A tool that puts secrets, terminal codes and values that cannot be written wherever text leaves it.
import { defineCli, defineCommand, s, serve } from 'surety'

const RED = '\u001B[31m'
const options = { license: s.string().secret().optional() }
const command = (run, more = {}) =>
  defineCommand({
    description: 'Prints what it should not',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', CONFLICT: 'It is taken' },
    errors: { TAKEN: 'CONFLICT' },
    options,
    ...more,
    run,
  })
const circular = { name: 'loop' }
circular.self = circular

const commands = {
  show: command(({ options: { license }, warn, addMeta, log, progress }) => {
    const text = `${RED}here${license}\u001B[0m\r`
    warn(text)
    addMeta('remark', { deep: [text], [`${RED}name`]: 1 })
    log.error(text, { at: text, [`${RED}fact`]: text })
    progress(text)
    progress.step(text)
    return { fine: true }
  }),
  large: command(() => Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(100) })), {
    list: { defaultLimit: 0 },
  }),
  throw: command(({ options: { license } }) => {
    throw new Error(`${RED}threw ${license}`)
  }),
  fail: command(({ options: { license }, fail }) =>
    fail('TAKEN', `${RED}taken ${license}`, { details: { [`${RED}at ${license}`]: license } }),
  ),
  view: command(() => [{ id: 1 }], {
    view: () => {
      throw new Error(`${RED}viewed ${process.argv[process.argv.indexOf('--license') + 1]}`)
    },
  }),
  altered: command(() => ({ text: 'one\r\ntwo', colour: `${RED}red`, plain: 'as it is' })),
  log: command(({ log }) => {
    log.info('circular', circular)
    log.info('big', { count: 2n ** 70n })
    log.info('throws', {
      get bad() {
        throw new Error('no')
      },
    })
    log.info('json', {
      toJSON() {
        throw new Error('no')
      },
    })
    log.info(
      'proxy',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    )
    log.error('with an error', new TypeError('the cause'))
    log.error('in facts', { error: new RangeError('out of range', { cause: new Error('deeper') }) })
    log.error(new Error('alone'))
    log.error(Symbol('mark'))
    log.error(Object.create(null))
    log.error(undefined)
    log.info('token', { token: 'abc', nested: { password: 'def', count: 3n } })
    return { fine: true }
  }),
}

export const tool = defineCli({
  name: 'unclean',
  version: '1.0.0',
  description: 'Prints what it should not',
  redirects: { old: { to: 'show' } },
  commands,
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
