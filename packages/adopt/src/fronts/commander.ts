import { firstWords } from '../catch/heard.ts'
import { wrap } from '../catch/replace.ts'
import { withoutTaken, type ForeignCommand, type ForeignOption, type Front } from './front.ts'

interface Option {
  readonly long?: string
  readonly short?: string
  readonly description?: string
  readonly required: boolean
  readonly optional: boolean
  readonly variadic?: boolean
  readonly mandatory?: boolean
  readonly hidden?: boolean
  readonly negate?: boolean
  readonly argChoices?: readonly string[]
  readonly defaultValue?: unknown
  readonly parseArg?: unknown
}
interface Argument {
  readonly _name?: string
  readonly name: unknown
  readonly required: boolean
  readonly variadic: boolean
  readonly description?: string
  readonly argChoices?: readonly string[]
}
interface Command {
  readonly _name: string
  readonly parent?: Command | null
  readonly _alias?: string
  readonly _aliases?: readonly string[]
  readonly _description?: string
  readonly _hidden?: boolean
  readonly _noHelp?: boolean
  readonly _executableHandler?: boolean
  readonly options: readonly Option[]
  readonly commands: readonly Command[]
  readonly registeredArguments?: readonly Argument[]
  readonly _args?: readonly Argument[]
  _actionHandler?: ((args: unknown) => unknown) | null
  readonly parse: unknown
}

/** What commander calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'UNKNOWN_FLAG',
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.missingArgument': 'MISSING_ARGUMENT',
  'commander.missingMandatoryOptionValue': 'MISSING_ARGUMENT',
  'commander.optionMissingArgument': 'MISSING_VALUE',
  'commander.excessArguments': 'UNEXPECTED_ARGUMENT',
  'commander.conflictingOption': 'CONFLICTING_OPTIONS',
  'commander.invalidArgument': 'INVALID_VALUE',
  'commander.invalidOptionArgument': 'INVALID_VALUE',
  'commander.help': 'MISSING_ARGUMENT',
}

/** commander, from 5 on. */
export const commander: Front = {
  fits: (program) => '_exit' in program && 'parseOptions' in program,
  read: (program: Command) => read(program, true),
  listen: (program: Command, watch) => {
    const { heard, taken } = watch
    wrap(
      prototypeWith(program, '_exit'),
      '_exit',
      (before, exit: number, code: string, message: string) => {
        const known = CODES[code] ?? (/^[A-Za-z]\w*$/.test(code) ? code : undefined)
        const isChoice = /Allowed choices are/.test(message)
        if (exit !== 0 && known)
          heard.refusal = {
            code: isChoice ? 'INVALID_CHOICE' : known,
            message: code === 'commander.help' ? 'A command is needed.' : firstWords(message),
          }
        return before(exit, code, message)
      },
    )
    // Commands can be made during the call.
    wrap(
      prototypeWith(program, '_parseCommand'),
      '_parseCommand',
      function (this: Command, before, operands: unknown, unknown: readonly string[]) {
        const act = this._actionHandler
        if (act && !wrapped.has(act)) {
          const noting = (args: unknown) => watch.act(namesTo(this), () => act.call(this, args))
          wrapped.add(noting)
          this._actionHandler = noting
        }
        // A command that was made just now may have our flag itself.
        const isBack =
          this.options.some(({ long = '' }) => taken.includes(long)) &&
          watch.isOwn(read(program, true), read(this))
        return before(operands, isBack ? [...unknown, ...taken] : unknown)
      },
    )
    // A list that was copied before our words were taken out of the call.
    wrap(program, ['parse', 'parseAsync'], (before, argv: unknown, ...rest: unknown[]) =>
      before(watch.isOwn(read(program, true)) ? argv : withoutTaken(argv, watch), ...rest),
    )
    return program
  },
}

const wrapped = new WeakSet<object>()

/** The names on the way to a command, without that of the program. */
function namesTo({ parent, _name }: Command): readonly string[] {
  return parent ? [...namesTo(parent), _name] : []
}

function prototypeWith(object: object, name: string): object {
  let at = object
  while (!Object.hasOwn(at, name)) at = Object.getPrototypeOf(at) as object
  return at
}

function typeOf({ variadic, required, optional, parseArg }: Option): ForeignOption['type'] {
  if (variadic) return 'array'
  if (!required && !optional) return 'boolean'
  return parseArg === Number ? 'number' : 'string'
}

function read(command: Command, isRoot = false): ForeignCommand {
  const aliases = command._aliases ?? (command._alias ? [command._alias] : [])
  return {
    names: isRoot ? [] : [command._name, ...aliases],
    description: command._description,
    isHidden: command._hidden ?? command._noHelp,
    runs: Boolean(command._actionHandler) || command._executableHandler === true,
    options: command.options.map((option) => ({
      flags: [option.long, option.short].filter((flag) => flag !== undefined),
      type: typeOf(option),
      description: option.description,
      choices: option.argChoices,
      default: option.negate ? undefined : option.defaultValue,
      isRequired: option.mandatory && option.defaultValue === undefined,
      isHidden: option.hidden,
    })),
    args: (command.registeredArguments ?? command._args ?? []).map((argument) => ({
      name: argument._name ?? String(argument.name),
      isRequired: argument.required,
      isVariadic: argument.variadic,
      description: argument.description,
      choices: argument.argChoices,
    })),
    commands: command.commands.map((child) => read(child)),
  }
}
