import { addWords } from '@surety/internal/command-words.ts'
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

const call = (words: readonly string[], how: string): PlannedCall => ({ words, how })

/** Lists every call that may be made; one that is not here is never made. */
export function planCalls({ reads, fails, holds }: Declared): readonly PlannedCall[] {
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

/** Lists the calls that may be made of a tool that speaks a dialect; what its manifest calls safe comes on top. */
export function envelopeCalls(
  { reads, fails, holds }: Declared,
  isFromHelp: boolean,
): readonly PlannedCall[] {
  const found = 'if help lists it; then also the calls that the manifest calls safe'
  const [first] = reads
  return [
    call(['--help'], ''),
    call(['--version'], ''),
    ...(isFromHelp ? [call(['manifest'], found), call(['--schema'], found)] : []),
    ...reads.flatMap((words) => [
      call(words, 'as it is, in other surroundings, several times at once, with SIGTERM'),
      call([...words, '--limit', 'N'], 'if its help lists the flag'),
    ]),
    ...(first === undefined
      ? []
      : [
          call(addWords(first, ['--surety-check-no-such-flag']), 'must be refused'),
          call(addWords(first, ['--help']), ''),
        ]),
    ...fails.map((words) => call(words, 'must fail')),
    ...holds.map((words) => call(words, 'then SIGTERM, SIGINT')),
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
  const lines = new Map<string, string>()
  for (const { words, how } of calls) {
    const line = quoteWords([...command, ...words])
    lines.set(line, lines.get(line) || how)
  }
  return [...lines].map(([line, how]) => (how === '' ? line : `${line}  # ${how}`)).join('\n')
}
