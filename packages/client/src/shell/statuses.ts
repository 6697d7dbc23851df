/** How a pipeline of a line ended, as bash told it. */
export interface PipelineStatus {
  /** Where its first command stands in the line. */
  readonly at: number
  /** Which of its parts this is about, where a shell tells them one by one. */
  readonly part?: number
  /** Its own status; `alive` for a program that was still running in the background. */
  readonly status: number | 'alive'
  /** The statuses of its parts. */
  readonly exits: readonly number[]
  /** The first words of its parts, where a variable decides about them. */
  readonly words?: string
}

/**
 * Reads what `observe` had bash write. Lines that are none of that are passed over.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readStatuses } from '@surety/client'
 *
 * const statuses = readStatuses(readFileSync('/tmp/statuses', 'utf8'))
 * ```
 */
export function readStatuses(text: string): readonly PipelineStatus[] {
  return text.split('\n').flatMap((line) => {
    const [, at, part, own, exits = '', quoted = ''] =
      /^(\d+)(?:\.(\d+))? (\d+|alive)((?: (?:\d+|alive))+)(?:\t(.*))?$/.exec(line) ?? []
    if (at === undefined || own === undefined) return []
    const words = quoted.replaceAll(/^''$|\\(?=.)/g, '').trim()
    return {
      at: Number(at),
      status: own === 'alive' ? own : Number(own),
      exits: own === 'alive' ? [] : exits.trim().split(' ').map(Number),
      ...(part !== undefined && { part: Number(part) }),
      ...(words !== '' && { words }),
    }
  })
}
