import { createClient } from '@surety/client/unstable/client'
import { given } from '@surety/internal/given.ts'
import { visibleVariables } from '@surety/internal/process/visible-environment.ts'

/** Where programs run; default the folder of this process. */
export interface Place {
  readonly cwd?: string
}

type Variables = Readonly<Record<string, string | undefined>>

export interface ProgramCall extends Place {
  readonly argv: readonly string[]
  /** Variables on top of the inherited ones; undefined removes one. */
  readonly env: Variables
  readonly inheritedEnv: Variables
  /** Variables that the program gets besides the usual ones. */
  readonly inherits: readonly string[]
  readonly usesNetwork: boolean
  readonly input?: string
  readonly signal: AbortSignal
  /** Whether it may be stopped in the middle because it prints too much. */
  readonly isSafe: boolean
}

/** What a program left behind: its exit, or why there is none. */
export type ProgramEnd = Awaited<ReturnType<typeof runProgram>>

/** Bytes of a stream that are kept, and after which a program that only reads is stopped. */
const MAX_BYTES = 16 * 1024 * 1024

/** Far beyond the time limit of the tool, which ends the program through the signal. */
const NO_LIMIT_MS = 2 ** 31 - 1

/** Runs a program once through the client; it never repeats a call, because output alone cannot tell whether to. */
export async function runProgram(call: ProgramCall) {
  const flood = new AbortController()
  let total = 0
  const client = createClient({
    memory: false,
    dialect: 'plain',
    policy: { maxTries: 1, maxSteps: 1 },
    inheritedEnv: visibleVariables(call.inheritedEnv, call.inherits, call.usesNetwork),
  })
  const { outcome, stdout, stderr, anomalies } = await client.run(call.argv, {
    env: call.env,
    timeoutMs: NO_LIMIT_MS,
    deadlineMs: NO_LIMIT_MS,
    maxBytes: MAX_BYTES,
    signal: AbortSignal.any([call.signal, flood.signal]),
    ...given({ input: call.input, cwd: call.cwd }),
    ...(call.isSafe && {
      onStdout: (chunk: Uint8Array) => {
        total += chunk.byteLength
        if (total > MAX_BYTES) flood.abort()
      },
    }),
  })
  if (flood.signal.aborted) return { kind: 'flooded' as const }
  const { process } = outcome as { readonly process?: { exit_code: number; stream: string | null } }
  if (!outcome.ok && process?.stream === null)
    return { kind: 'no answer' as const, error: outcome.error }
  const [out, err] = [decode(stdout), decode(stderr)]
  return {
    kind: 'exited' as const,
    exit: process?.exit_code ?? 0,
    stdout: out.text,
    stderr: err.text,
    /** True if the start of a stream was dropped. */
    isCut: anomalies.some(({ code }) => code === 'OUTPUT_CAPPED'),
    hasBadText: out.isBad || err.isBad,
    leftBehind: anomalies.some(({ code }) => code === 'LEFT_BEHIND'),
  }
}

function decode(bytes: Uint8Array): { readonly text: string; readonly isBad: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isBad: false }
  } catch {
    return { text: new TextDecoder().decode(bytes), isBad: true }
  }
}
