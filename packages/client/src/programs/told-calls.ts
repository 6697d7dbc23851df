import type {
  DescribedCommand,
  Description,
  Flags,
  KnownCalls,
  KnownCommand,
  Parameter,
} from 'surety/unstable/description'
import { given } from '@surety/internal/given.ts'
import { setMember } from '@surety/internal/json/json-members.ts'

/** Makes what is known of calls of a description of commands: only what it calls safe is a read. */
export function callsOf(description: Description): KnownCalls {
  const { options = {}, commands = {}, version } = description
  const known: Record<string, KnownCommand> = {}
  for (const [path, command] of Object.entries(commands)) {
    const above = path.split(' ').slice(0, -1)
    const names = (command.aliases ?? []).map((alias) => [...above, alias].join(' '))
    setMember(known, [path, ...names].join('|'), knownCommand(command, options))
  }
  const harmless = Object.entries(options).filter(([, option]) => isHarmless(option))
  return {
    verified: `its own description${version === undefined ? '' : `, version ${version}`}`,
    options: flagsOf(harmless),
    commands: known,
    ...given({ exits: description.exits }),
  }
}

function knownCommand(
  command: DescribedCommand,
  shared: Readonly<Record<string, Parameter>>,
): KnownCommand {
  const { danger, args = {}, options = {}, dry_run: dryRun = [], exits } = command
  const { repeatable, network, stdin, reveals, interactive } = command
  const all = Object.entries({ ...shared, ...options })
  const harmless = flagsOf(all.filter(([, option]) => isHarmless(option)))
  const harmful = flagsOf(all.filter(([, option]) => !isHarmless(option)))
  const facts = given({
    exits,
    repeatable,
    network,
    stdin,
    reveals,
    terminal: interactive,
  })
  if (danger === 'safe')
    return {
      ...facts,
      reads: harmless,
      ...(harmful !== '' && { changes: harmful }),
      ...operandsOf(Object.values(args)),
    }
  // What nobody said is not known, whatever its options are.
  if (danger === undefined) return facts
  const isFlag = dryRun.length === 1 && /^-[^\s=]+$/.test(dryRun[0]!)
  return { ...facts, changes: true, ...(isFlag && { dry: dryRun[0]!, reads: harmless }) }
}

function isHarmless({ danger = 'safe' }: Parameter): boolean {
  return danger === 'safe'
}

/** A call with more operands than are described, or with one that changes things, is no read. */
function operandsOf(args: readonly Parameter[]): Pick<KnownCommand, 'operands'> {
  const harmful = args.findIndex((arg) => !isHarmless(arg))
  const reading = harmful === -1 ? args : args.slice(0, harmful)
  return reading.some(({ many }) => many) ? {} : { operands: reading.length }
}

const KINDS = { none: '', value: '=', perhaps: '=?' } as const

function flagsOf(options: readonly (readonly [string, Parameter])[]): Flags {
  return options
    .flatMap(([name, option]) => {
      const { type = 'string', bare, aliases = [], words = [], env } = option
      // It has no words at all.
      if (env !== undefined && words.length === 0) return []
      const [first = ''] = words
      const own = first.startsWith('-') ? first.replace(/=?\{\}$/, '') : `--${name}`
      const takes = type === 'boolean' || type === 'count' ? 'none' : bare ? 'perhaps' : 'value'
      return [own, ...aliases].filter(isFlag).map((each) => `${each}${KINDS[takes]}`)
    })
    .join(' ')
}

function isFlag(name: string): boolean {
  return /^-[^\s=]+$/.test(name)
}
