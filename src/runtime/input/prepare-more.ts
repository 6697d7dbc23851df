import { suretyError } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { PageRequest } from '../handler/context.ts'
import { readCursor, type CursorState } from '../result/paging/cursor.ts'
import { sortedJson } from '../result/paging/etag.ts'
import { inputFailure } from '../run/input-error.ts'
import type { CheckedInput } from './read-input.ts'
import { commandName, type Run } from '../run/run-state.ts'

/** Facts that only some commands ask for. */
export interface MoreFacts {
  readonly page: PageRequest
  readonly from: CursorState | null
  readonly token: string | null
  readonly stdin: string | null
}

/** Works out page, token and standard input of a call that has them. */
export async function prepareMore(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<MoreFacts> {
  const { declaration } = command
  await checkFields(run, checked)
  const from = cursorOf(run, checked)
  const token = declaration.auth ? findToken(run, command, checked) : null
  if (run.cli.declaration.activeScopes) await warnOfScopes(run, command)
  return {
    page: { limit: limitOf(run, command, checked), position: from?.position ?? null },
    from,
    token,
    stdin: declaration.stdin ? await readPiped(run, command, checked) : null,
  }
}

/** What a cursor is good for: the same tool, command and question, fields included. */
export function bindingOf(
  run: Run,
  input: Pick<CheckedInput, 'args' | 'options' | 'flags'>,
): string {
  const { args, options, flags } = input
  const question = JSON.parse(JSON.stringify({ args, options, fields: flags['fields'] }))
  return `${run.cli.declaration.name} ${commandName(run)} ${sortedJson(question)}`
}

/** Refuses paths that cannot be read while nothing has been done yet. */
async function checkFields(run: Run, checked: CheckedInput): Promise<void> {
  const text = checked.flags['fields']
  if (typeof text !== 'string') return
  const { parseFields } = await import('../result/paging/fields.ts')
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
}

function cursorOf(run: Run, checked: CheckedInput): CursorState | null {
  const text = checked.flags['cursor']
  if (typeof text !== 'string') return null
  const read = readCursor(text, bindingOf(run, checked), run.world.now().getTime())
  if (read.ok) return read.state
  throw inputFailure(run, [read.problem])
}

function limitOf(run: Run, command: Command, checked: CheckedInput): number {
  const limit = Number(checked.flags['limit'] ?? 0)
  const { list } = command.declaration
  const most = typeof list === 'object' ? list.maxLimit : undefined
  if (most === undefined || (limit > 0 && limit <= most)) return limit
  if (limit > most) run.warnings.push(`--limit is ${most} at most.`)
  return most
}

/** Finds the token of an authenticating command, or says which variables would help. */
function findToken(run: Run, command: Command, checked: CheckedInput): string | null {
  const { world } = run
  const { headless: worksHeadless, tokenEnv = [] } = command.declaration.auth!
  const named = checked.flags['tokenEnvVar']
  const variables = typeof named === 'string' ? [named] : tokenEnv
  for (const name of variables) {
    const value = world.env[name]
    if (!value) continue
    run.redactor.learn(value)
    return value
  }
  const isHeadless = checked.flags['headless'] === true || !world.isStdinTty
  if (!isHeadless || (worksHeadless && typeof named !== 'string')) return null
  const names = variables.join(' or ')
  throw suretyError('NO_TTY', `Signing in needs a terminal, or a token in ${names}.`, {
    phase: 'validation',
    retryable: false,
    suggestion: `Set ${names} to a token and call again.`,
    fix_required: `Set ${names}.`,
    details: {
      auth_methods: variables.map((name) => ({
        type: 'env_var',
        name,
        hint: `export ${name}=<token>`,
      })),
    },
  })
}

async function warnOfScopes(run: Run, command: Command): Promise<void> {
  const { scopes = [] } = command.declaration
  const active = await run.cli.declaration.activeScopes!(run.world.env)
  const surplus = active.filter((scope) => !scopes.includes(scope))
  if (
    active.length === 0 ||
    surplus.length === 0 ||
    scopes.some((scope) => !active.includes(scope))
  )
    return
  const enough = scopes.length === 0 ? 'no scopes' : scopes.join(', ')
  run.warnings.push(
    `The credential holds more than '${commandName(run)}' needs: ${enough} would be enough.`,
  )
}

const DEFAULT_STDIN_BYTES = 65_536

/** Reads what a command is piped, up to the limit, or the file that stands in for it. */
async function readPiped(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { world, cli } = run
  const file = checked.flags['inputFile']
  if (typeof file === 'string' && file !== '-') return readInputFile(file)
  if (world.isStdinTty) return null
  const { stdin } = command.declaration
  const declared = typeof stdin === 'object' ? stdin.maxBytes : undefined
  const variable = Number(world.env[`${cli.envPrefix}_MAX_STDIN_BYTES`] ?? Number.NaN)
  const limit =
    Number.isInteger(variable) && variable > 0 ? variable : (declared ?? DEFAULT_STDIN_BYTES)
  const bytes = await world.readStdin(limit)
  if (bytes.byteLength <= limit) return decodeText(run, bytes)
  throw suretyError('STDIN_TOO_LARGE', `More than ${limit} bytes were piped in.`, {
    phase: 'validation',
    retryable: false,
    suggestion: 'Write the input to a file and use --input-file <path>.',
    fix_required: 'Use --input-file <path>.',
    details: { received_bytes: bytes.byteLength, limit_bytes: limit },
  })
}

async function readInputFile(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const code = isMissing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE'
    const message = isMissing ? `There is no file ${path}.` : `The file ${path} cannot be read.`
    throw suretyError(code, message, { phase: 'validation', target: path, cause: error })
  }
}

function decodeText(run: Run, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    run.warnings.push('The piped input is not valid UTF-8; broken parts became U+FFFD.')
    return new TextDecoder('utf-8').decode(bytes)
  }
}
