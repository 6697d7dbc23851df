import { isGenerator } from '../command.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import type { Flaws } from './forms.ts'

// Members of a command that exclude others.

const OF_ANSWERS = ['stdin', 'job', 'interruption', 'confirmFlag', 'safeDefault', 'binary'] as const
/** What a command cannot have whose arguments belong to another program, or whose stdout to a protocol. */
const NOT_IN_PASSTHROUGH = ['args', 'options', 'filter', ...OF_ANSWERS, 'childLog'] as const
const NOT_IN_PROTOCOLS = [...OF_ANSWERS, 'interactive', 'output', 'dryRun'] as const

export function* checkPassthrough(declaration: CommandDeclaration): Flaws {
  if (!declaration.passthrough) return
  const unfit = NOT_IN_PASSTHROUGH.find((member) => declaration[member])
  if (unfit !== undefined)
    yield `PASSTHROUGH_INVALID: ${unfit} is not for commands that hand their arguments on; remove it`
  if (declaration.danger === 'destructive')
    yield 'PASSTHROUGH_INVALID: a destructive command needs flags of its own'
}

export function* checkProtocol(declaration: CommandDeclaration): Flaws {
  const { filter, protocol } = declaration
  const flaw = (reason: string) => `PROTOCOL_INVALID: ${reason}`
  if (protocol !== undefined && filter !== 'protocol')
    yield flaw("protocol goes with filter: 'protocol'; add it")
  if (protocol !== undefined && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(protocol))
    yield flaw(`protocol is '${protocol}'; use lower case with hyphens, as in mcp-stdio`)
  const unfit = NOT_IN_PROTOCOLS.find((member) => declaration[member])
  if (filter === 'protocol' && unfit !== undefined)
    yield flaw(`${unfit} is not for commands whose stdout belongs to a protocol; remove it`)
}

export function* checkPerson({ requiresPerson, interactive, mcp }: CommandDeclaration): Flaws {
  if (requiresPerson && !(interactive && mcp === false))
    yield 'PERSON_INVALID: requiresPerson needs interactive: true and mcp: false beside it'
}

export function* checkInterruption(declaration: CommandDeclaration): Flaws {
  const { interruption, job, filter, options = {}, danger } = declaration
  if (!interruption) return
  const flaw = (reason: string) => `INTERRUPTION_INVALID: interruption ${reason}`
  const { detach, resume, idleTimeoutMs, maxLifetimeMs } = interruption
  if (!detach && !resume) yield flaw('needs detach or resume')
  if (job) yield flaw('and job exclude each other')
  if (filter !== undefined || isGenerator(declaration.run))
    yield flaw('is not for streams; collect the rows')
  for (const ms of [idleTimeoutMs, maxLifetimeMs])
    if (ms !== undefined && !(Number.isInteger(ms) && ms >= 1000))
      yield flaw('has a limit below 1000 milliseconds')
  if (resume && danger !== 'safe' && Object.hasOwn(options, 'idempotencyKey'))
    yield flaw('with resume needs the --idempotency-key of the framework')
}

export const PLACES = ['cache', 'log', 'temp', 'credential', 'config', 'output']

export function* checkWrites({ writes = [], danger }: CommandDeclaration): Flaws {
  const flaw = (reason: string) => `WRITES_INVALID: writes ${reason}`
  for (const { path, type, ttlSeconds, clearableWith } of writes) {
    if (type === 'output' && (ttlSeconds ?? clearableWith) !== undefined)
      yield flaw(`${path}: an output stays, without ttlSeconds and clearableWith`)
    if ((type === 'credential' || type === 'config') && danger === 'safe')
      yield flaw(`${path}: a command that writes ${type} is not safe`)
  }
}
