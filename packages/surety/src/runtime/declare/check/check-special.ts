import { speaksProtocol } from '../command.ts'
import type { CommandDeclaration } from '../types/command-declaration.ts'
import type { MistakeTexts } from './mistakes.ts'

/** What a command cannot have whose stdout belongs to a protocol. */
const NOT_IN_PROTOCOLS = ['stdin', 'interactive', 'output', 'dryRun'] as const

/** Finds members of a command that exclude or need others. */
export function* contradictions(declaration: CommandDeclaration): MistakeTexts {
  const { danger, dryRun, auth } = declaration
  const isDestructive = danger === 'destructive'
  const isServer = speaksProtocol(declaration)
  const hasPreview = typeof dryRun === 'function'
  // What a server is asked to do comes later, so it cannot be previewed.
  if (isDestructive && !isServer && !hasPreview)
    yield 'DRY_RUN_MISSING is destructive and needs dryRun(), which returns what run() would delete'
  if (auth && !auth.headless && (auth.tokenEnv ?? []).length === 0)
    yield `AUTH_${auth.headless === undefined ? 'HEADLESS' : 'TOKEN_ENV'}_MISSING: auth.tokenEnv must name a variable, unless auth.headless is true`
  const unfit = NOT_IN_PROTOCOLS.find((member) => declaration[member])
  if (isServer && unfit)
    yield `PROTOCOL_INVALID: ${unfit} is not for commands whose stdout belongs to a protocol; remove it`
}
