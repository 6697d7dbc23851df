import { quoteWords } from '@surety/internal/quote-words.ts'

/** The calls that a user declared harmless, as words behind the program. */
export interface Declared {
  readonly reads: readonly (readonly string[])[]
  /** Calls that must fail. */
  readonly fails: readonly (readonly string[])[]
  /** Calls that wait until somebody ends them. */
  readonly holds: readonly (readonly string[])[]
}

export const NO_FLAG = 'surety-no-such-flag'
export const NO_COMMAND = 'surety-no-such-command'

export interface PlannedCall {
  readonly words: readonly string[]
  readonly how: string
}

/** Lists every call that may be made; one that is not here is never made. */
export function planCalls({ reads, fails, holds }: Declared): readonly PlannedCall[] {
  const call = (words: readonly string[], how: string): PlannedCall => ({ words, how })
  return [
    call(['--help'], 'also with an open pipe on stdin'),
    call(['--version'], ''),
    call(['manifest'], 'if help lists it, to recognise a dialect'),
    call(['--schema'], 'if help lists it, to recognise a dialect'),
    ...reads.map((words) =>
      call(
        words,
        'as it is, with stdout closed or full, with an open stdin, in a bare place, with SIGTERM',
      ),
    ),
    ...reads.flatMap((words) => [
      ...flagCalls(words, '--').map((each) => call(each, 'must be refused')),
      ...flagCalls(words, '-').map((each) => call(each, 'too, if help writes options so')),
    ]),
    ...(reads.length > 0 ? [call([NO_COMMAND], 'if help lists the command of a read')] : []),
    ...fails.map((words) => call(words, 'must fail')),
    ...holds.map((words) => call(words, 'with an open stdin, then SIGTERM')),
  ]
}

/** A read with an unknown flag: behind its words, behind its first, and in front. What follows `--` is no option. */
export function flagCalls(
  words: readonly string[],
  dash: '-' | '--',
): readonly (readonly string[])[] {
  const flag = `${dash}${NO_FLAG}`
  const end = words.includes('--') ? words.indexOf('--') : words.length
  const places = [...new Set([end, Math.min(1, end), 0])]
  return places.map((at) => [...words.slice(0, at), flag, ...words.slice(at)])
}

/** Writes the plan as lines for a person, equal calls once. */
export function planText(command: readonly string[], calls: readonly PlannedCall[]): string {
  const lines = calls.map(({ words, how }) => {
    const line = quoteWords([...command, ...words])
    return how === '' ? line : `${line}  # ${how}`
  })
  return [...new Set(lines)].join('\n')
}
