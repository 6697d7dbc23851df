import { dirname } from 'node:path'
import { getSystemErrorMap } from 'node:util'

import { defineErrors, s } from 'surety'

import { findIdProblem, ID_PROBLEMS, meansNewest } from './session-id.ts'
import { SessionStore } from './session-store.ts'

/** Error codes of the session commands, by the names of contract 2.0. */
export const errors = defineErrors({
  usage: { exit: 'ARG_ERROR', description: 'The id cannot be the name of a session' },
  session: { exit: 'GENERAL_ERROR', description: 'The session belongs to another workspace' },
  session_not_found: { exit: 'NOT_FOUND', description: 'There is no such session' },
  parse: { exit: 'GENERAL_ERROR', description: 'The file is not a session' },
  session_load_failed: {
    exit: 'GENERAL_ERROR',
    description: 'The file is not a session, in contract 1.0',
  },
  filesystem: {
    exit: 'GENERAL_ERROR',
    description: 'The directory cannot be used',
  },
})

/** The exits of the session commands. */
export const exitCodes = {
  SUCCESS: 'The session is as the answer shows',
  NOT_FOUND: 'There is no such session',
  GENERAL_ERROR: 'The store could not be read or written',
}

const DEFAULT_DIRECTORY = '.claw/sessions'

/** The option that moves the store. */
export const directoryOption = {
  directory: s.string().default(DEFAULT_DIRECTORY).describe('Folder of the sessions'),
}

/** The part of a handler's context that the session commands share. */
export interface SessionContext {
  readonly options: { readonly directory: string }
  readonly contractVersion: string | null
  readonly now: () => Date
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts?: {
      readonly details?: object
      readonly suggestion?: string
      readonly retryable?: boolean
      readonly phase?: 'validation'
      readonly operation?: string
      readonly target?: string
    },
  ) => never
}

/** Opens the store that a command is about. */
export function openStore(ctx: SessionContext): SessionStore {
  const { directory } = ctx.options
  return new SessionStore({
    directory,
    workspace: workspaceOf(ctx),
    now: () => ctx.now().getTime(),
  })
}

/** Finds the folder that sessions belong to, which somebody may have removed. */
function workspaceOf(ctx: SessionContext): string {
  try {
    return process.cwd()
  } catch (error) {
    return filesystemFailure(ctx, error, 'getcwd', '.')
  }
}

/** Refuses ids that would leave the store or could not be file names. */
export function checkId(ctx: SessionContext, id: string, operation: string): void {
  const problem = findIdProblem(id)
  if (problem === undefined) return
  ctx.fail('usage', `'${printable(id)}' cannot be a session id: ${ID_PROBLEMS[problem]}`, {
    phase: 'validation',
    operation,
    target: printable(id),
    suggestion: listingHint(ctx),
  })
}

/** Turns `latest` and its synonyms into the id of the newest session that has messages. */
export async function resolveId(store: SessionStore, reference: string): Promise<string> {
  if (!meansNewest(reference)) return reference
  const sessions = await store.list()
  return sessions.find((session) => session.messages > 0)?.id ?? reference
}

/** The part of a context that reports failures of the file system. */
export interface FilesystemContext {
  readonly fail: (
    code: 'filesystem',
    message: string,
    facts?: Parameters<SessionContext['fail']>[2],
  ) => never
}

/** Turns a failure of the file system into the contract's words. */
export function filesystemFailure(
  ctx: FilesystemContext,
  error: unknown,
  operation: string,
  target: string,
): never {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code === undefined) throw error
  const { code = '', errno } = error as NodeJS.ErrnoException
  const [, text = error.message] = getSystemErrorMap().get(errno ?? 0) ?? []
  return ctx.fail('filesystem', text.charAt(0).toUpperCase() + text.slice(1), {
    operation,
    target,
    retryable: PASSING.has(code),
    suggestion: remedyFor(code, operation, target),
  })
}

/** Errors that can go away without anybody's help; the contract counts a missing folder as one. */
const PASSING = new Set(['ENOENT', 'EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'EINTR', 'ENOSPC'])

function remedyFor(code: string, operation: string, target: string): string {
  if (operation === 'getcwd') return 'the working folder is gone; change to one that exists'
  if (code === 'EISDIR') return `${target} is a folder; move it away`
  const folder = operation === 'write' ? dirname(target) : target
  switch (code) {
    case 'ENOENT':
      return `the folder does not exist; try mkdir -p ${folder}`
    case 'ENOTDIR':
    case 'EEXIST':
      return `a part of ${folder} is a file; name another folder with --directory`
    case 'EACCES':
    case 'EPERM':
      return `the folder is not yours to use; try chmod u+rwx ${folder}`
    default:
      return `look at ${folder}, or name another folder with --directory`
  }
}

/** Names the command that lists the sessions of the same folder. */
export function listingHint({ options: { directory } }: SessionContext): string {
  const where = directory === DEFAULT_DIRECTORY ? '' : ` --directory ${directory}`
  return `'claw list-sessions${where}' lists the sessions`
}

/** Tests whether the caller speaks the old generation of the contract. */
export function isLegacy(ctx: { readonly contractVersion: string | null }): boolean {
  return ctx.contractVersion === '1.0'
}

/** Gives a time the way contract 2.0 writes it: UTC, whole seconds. */
export function toIsoSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is replaced
  return text.replace(/[\u0000-\u001f\u007f]/g, '?').slice(0, 80)
}
