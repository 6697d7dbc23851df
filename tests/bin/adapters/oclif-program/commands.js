// Commands of oclif that use what it checks itself, and end in every bad way.
import { Args, Command, Flags } from '@oclif/core'

/** Makes a command of a function. */
const command = (run, facts = {}) =>
  Object.assign(
    class extends Command {
      run() {
        return run.call(this)
      }
    },
    facts,
  )

class Kinds extends Command {
  static flags = {
    tag: Flags.string({ multiple: true, char: 't', charAliases: ['T'] }),
    each: Flags.string({ multiple: true, multipleNonGreedy: true }),
    on: Flags.boolean({ allowNo: true }),
    count: Flags.integer({ min: 1 }),
    home: Flags.url(),
    file: Flags.file({ exists: true }),
    even: Flags.custom({
      parse: async (text) => {
        if (Number(text) % 2 !== 0) throw new Error(`Not even: ${text}`)
        return Number(text)
      },
    })(),
    token: Flags.string({ env: 'HOSTILE_TOKEN', aliases: ['key'] }),
    one: Flags.string({ exclusive: ['two'] }),
    two: Flags.string(),
    needs: Flags.string({ dependsOn: ['two'] }),
  }
  static args = { n: Args.integer({ description: 'a number' }) }

  async run() {
    const { args, flags } = await this.parse(Kinds)
    return { ...flags, ...args }
  }
}

class Loose extends Command {
  static strict = false

  async run() {
    const { argv } = await this.parse(Loose)
    return { argv }
  }
}

class Json extends Command {
  static enableJsonFlag = true
  static flags = { fail: Flags.boolean() }

  async run() {
    const { flags } = await this.parse(Json)
    if (flags.fail) this.error('It failed', { code: 'E_FAILED', exit: 7 })
    this.log('for people')
    return { json: true }
  }
}

export const COMMANDS = {
  'exit-mid': command(() => {
    console.log('{"a":1}')
    console.error('it is over')
    process.exit(7)
  }),
  'log-throw': command(() => {
    console.log('half')
    throw new Error('It broke')
  }),
  'throw-text': command(() => {
    // oxlint-disable-next-line only-throw-error -- programs do
    throw 'just a text'
  }),
  'own-error': command(function () {
    this.error('No such thing', { code: 'E_NONE', exit: 5 })
  }),
  'own-exit': command(function () {
    this.logToStderr('gone away')
    this.exit(3)
  }),
  'exit-zero': command(function () {
    this.log('all is well')
    this.exit(0)
  }),
  warns: command(function () {
    this.warn('careful')
    this.log('done')
  }),
  hang: command(() => new Promise(() => setInterval(() => {}, 1000))),
  'no-session': command(() => 1),
  kinds: Kinds,
  loose: Loose,
  json: Json,
  deep: command(() => ({ self: true })),
  'deep:er:est': command(() => ({ deepest: true }), { aliases: ['deep:er:ist', 'short'] }),
}
