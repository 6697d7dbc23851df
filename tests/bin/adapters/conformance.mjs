// The program @modelcontextprotocol/conformance from npm, which is built on commander, adapted from outside. Its
// only file parses as soon as it is loaded, so that is held back until it has told which program it is.
import { Command } from 'commander'
import { adaptCommander } from 'surety/commander'

const parse = Object.getOwnPropertyDescriptor(Command.prototype, 'parse')
let program
Command.prototype.parse = function hold() {
  program = this
  return this
}
await import('@modelcontextprotocol/conformance/dist/index.js')
Object.defineProperty(Command.prototype, 'parse', parse)

await adaptCommander(program, {
  commands: {
    list: { danger: 'safe', output: 'lines' },
    server: {
      danger: 'mutating',
      errors: {
        NO_SCENARIO: { exit: 'NOT_FOUND', when: { message: '^Available server scenarios' } },
        CHECKS_FAILED: { exit: 'PRECONDITION', when: { exit: 1 } },
      },
    },
  },
}).serve()
