import { spawnSync } from 'node:child_process'

/** What one start took, in milliseconds, and how it ended. */
export interface Start {
  readonly cpu: number
  readonly wall: number
  readonly exitCodes: readonly number[]
  readonly output: string
}

/** What a user's shell would not have: both make every start of Node slower. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...inherited } = process.env
export const environment: NodeJS.ProcessEnv = inherited

// Node does not tell the processor time of a child, the shell does, to the millisecond: several
// starts in a row give a finer figure. The figure goes to descriptor 3, so that the programs have
// two pipes of their own.
const TIMED = `
exec 4>&2
starts=$1; shift
codes=''
TIMEFORMAT='%3R %3U %3S'
{ time for ((i = 0; i < starts; i++)); do "$@" 2>&4; codes+="$? "; done; } 2>&3
echo "$codes" >&3`

/** Starts a command a few times in a row, and gives the mean. */
export function timeStarts(command: readonly string[], starts: number, cwd: string): Start {
  const args = ['-c', TIMED, 'timed', String(starts), ...command]
  const { output, error } = spawnSync('bash', args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  if (error) throw error
  const [times = '', codes = ''] = (output[3] ?? '').trim().split('\n')
  const [real = 0, user = 0, system = 0] = times.split(' ').map(Number)
  return {
    cpu: ((user + system) * 1000) / starts,
    wall: (real * 1000) / starts,
    exitCodes: codes.trim().split(' ').map(Number),
    output: `${output[1]}${output[2]}`,
  }
}
