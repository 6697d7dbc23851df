// Ways in which actions end that no framework forbids, for adapted programs.
export const endings = {
  'exit-mid': () => {
    console.log('{"a":1}')
    console.error('it is over')
    process.exit(7)
    console.log('never printed')
  },
  'exit-fatal': () => {
    const fatal = (error) => {
      console.error(error)
      process.exit(1)
    }
    void Promise.reject(new Error('No such thing')).catch(fatal)
  },
  'exit-caught': () => {
    try {
      console.log('{"b":1}')
      process.exit(0)
    } catch (error) {
      console.error('failed', error)
      process.exit(1)
    }
  },
  'exit-later': async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    console.log('late')
    process.exit(0)
  },
  'log-throw': () => {
    console.log('{"done":1}')
    throw new Error('It broke')
  },
  'throw-text': () => {
    // oxlint-disable-next-line only-throw-error -- programs do
    throw 'just a text'
  },
  reject: async () => {
    throw Object.assign(new Error('Rejected'), { code: 'E_REJECTED' })
  },
  unhandled: () => {
    void Promise.reject(new TypeError('Nobody handles this'))
    return new Promise((resolve) => setTimeout(resolve, 5000))
  },
  timer: () => {
    setTimeout(() => {
      throw new RangeError('In a timer')
    }, 1)
  },
  'exit-code': () => {
    console.error('first\n\nerror: the real reason')
    process.exitCode = 9
  },
  callback: () => {
    setTimeout(() => console.log('from a callback'), 5)
  },
  'listener-exits': () => {
    process.on('uncaughtException', (error) => {
      console.error(error.message)
      process.exit(3)
    })
    setTimeout(() => {
      throw new Error('Told to a listener')
    }, 1)
  },
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
  returns: () => ({ well: true }),
  misshapen: () => console.log('{"count":"many"}'),
}

const schema = {
  type: 'object',
  properties: { count: { type: 'integer' } },
  required: ['count', 'unit'],
}

export const declarations = {
  errors: { E_REJECTED: 'CONFLICT' },
  exits: { 9: 'NOT_FOUND' },
  commands: { hang: { timeoutMs: 500 }, misshapen: { schema } },
}
