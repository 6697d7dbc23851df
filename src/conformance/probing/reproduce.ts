import type { ProbeRequest } from '../../client/index.ts'
import { quoteWords } from '../../internal/quote-words.ts'

/** Writes a shell command line that runs the same process in the same surroundings. */
export function reproduce(
  request: Pick<ProbeRequest, 'argv' | 'stdin' | 'reader' | 'send' | 'timeoutMs' | 'cwd'>,
  env: Readonly<Record<string, string | null>>,
): string {
  const { stdin, reader, send } = request
  const seconds = request.timeoutMs / 1000
  const words = [...setting(env), ...limit(request), ...request.argv]
  const tail = reader === 'slow' ? ' | (sleep 2; cat)' : reader === 'leaves' ? ' | true' : ''
  if (stdin.kind === 'silent') return `sleep ${seconds} | ${quoteWords(words)}${tail}`
  if (stdin.kind === 'closed') return `${quoteWords(words)} </dev/null${tail}`
  return `printf %s ${quoteWords(['x', stdin.text]).slice(2)} | ${quoteWords(words)}${tail}`

  function limit({ timeoutMs }: Pick<ProbeRequest, 'timeoutMs'>): readonly string[] {
    if (send === undefined) return ['timeout', String(timeoutMs / 1000)]
    const after = 'ms' in send.after ? send.after.ms / 1000 : 1
    // Otherwise the shell shows the exit of timeout.
    return ['timeout', '--preserve-status', '-s', send.name.slice(3), String(after)]
  }
}

function setting(env: Readonly<Record<string, string | null>>): readonly string[] {
  const removed = Object.keys(env).filter((name) => env[name] === null)
  const set = Object.entries(env).filter(([, value]) => value !== null)
  if (removed.length + set.length === 0) return []
  return [
    'env',
    ...removed.flatMap((name) => ['-u', name]),
    ...set.map(([name, value]) => `${name}=${value}`),
  ]
}
