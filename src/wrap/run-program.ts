import { createClient } from '../client/index.ts'
import { given } from '../internal/given.ts'
import { isSurelySecretName } from '../internal/redact/secret-name.ts'

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
    inheritedEnv: visibleTo(call),
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

/** Variables that any program may need and that hold no secrets; the last ones are of the client and of Windows. */
const USUAL =
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_* TZ TMPDIR TMP TEMP XDG_* LD_LIBRARY_PATH
  TRACEPARENT TOOL_* SURETY_* SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT
  APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROGRAMDATA PROGRAMFILES*`.split(
    /\s+/,
  )
const OF_NETWORK = 'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_* NODE_EXTRA_CA_CERTS'.split(
  ' ',
)

/** Selects the variables for a program: what it does not need it cannot print, as `jq -n env` would. */
function visibleTo({ inheritedEnv, inherits, usesNetwork }: ProgramCall): NodeJS.ProcessEnv {
  const usual = usesNetwork ? [...USUAL, ...OF_NETWORK] : USUAL
  const entries = Object.entries(inheritedEnv).filter(
    ([name]) =>
      inherits.some((pattern) => isNamed(name, pattern)) ||
      (!isSurelySecretName(name) && usual.some((pattern) => isNamed(name.toUpperCase(), pattern))),
  )
  return Object.fromEntries(entries)
}

/** Tests a name against `GIT_SSH` or `GIT_*`. */
function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function decode(bytes: Uint8Array): { readonly text: string; readonly isBad: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isBad: false }
  } catch {
    return { text: new TextDecoder().decode(bytes), isBad: true }
  }
}
