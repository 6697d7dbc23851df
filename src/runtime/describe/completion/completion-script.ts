import { suretyError } from '../../../contract/index.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import type { CompletionModel } from './model.ts'
import { zshScript } from './zsh.ts'

const WRITERS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** A shell that completions are written for. */
export type Shell = keyof typeof WRITERS

/** The shells that completions are written for. */
export const SHELLS = Object.freeze(Object.keys(WRITERS)) as readonly Shell[]

/** Tests whether text names a shell that completions are written for. */
export function isShell(name: string): name is Shell {
  return Object.hasOwn(WRITERS, name)
}

/**
 * Writes the completion script of a tool. The script contains the whole command tree, so completion
 * never starts the tool.
 *
 * @example
 * ```ts
 * completionScript('bash', { name: 'notes', commands: [{ name: 'ls', description: 'Lists notes' }] })
 * ```
 */
export function completionScript(shell: Shell, model: CompletionModel): string {
  if (!isShell(shell)) {
    throw suretyError('INVALID_CHOICE', `There are no completions for '${String(shell)}'.`, {
      details: { allowed: SHELLS },
    })
  }
  return WRITERS[shell](model)
}

/** Gives the shell command that loads a completion script. */
export function installHint(shell: Shell, command: string): string {
  const hints: Record<Shell, string> = {
    bash: `source <(${command})`,
    zsh: `source <(${command})`,
    fish: `${command} | source`,
  }
  return hints[shell]
}
