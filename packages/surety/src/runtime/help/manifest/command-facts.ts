import type { JsonObject } from '../../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import { inputJsonSchema } from '../../../schema/index.ts'
import type { CommandDeclaration } from '../../declare/types/command-declaration.ts'
import { flagName } from '../../declare/framework-flag.ts'
import { isGenerator, speaksProtocol } from '../../declare/command.ts'

export function commandFacts(declaration: CommandDeclaration, timeoutMs: number | undefined) {
  const { deprecated } = declaration
  return given({
    ...callFacts(declaration),
    ...dataFacts(declaration),
    timeout_ms: declaration.timeoutMs ?? timeoutMs,
    deprecated: typeof deprecated === 'object' ? deprecated.message : deprecated,
    mcp: declaration.mcp,
  })
}

/** Who may call it, and how. */
function callFacts(declaration: CommandDeclaration) {
  const { danger, filter, auth, settles } = declaration
  return {
    required_scopes: [],
    interactive: declaration.interactive === true,
    requires_confirmation: yes(danger === 'destructive' && !speaksProtocol(declaration)),
    dry_run: declaration.dryRun && 'supported',
    protocol: typeof filter === 'object' ? filter.protocol : undefined,
    idempotent: yes(declaration.idempotent),
    settles: settles && { read: inFlagNames(settles.read), proves: settles.proves === true },
    has_network_io: yes(declaration.network),
    ...(auth && {
      auth: true,
      headless_supported: auth.headless ?? true,
      token_env_vars: auth.tokenEnv ?? [],
    }),
  }
}

/** What it reads, answers and writes. */
function dataFacts({ filter, run, stdin, list, ...rest }: CommandDeclaration) {
  const streamsAlways = filter === 'by-default'
  const limits = typeof list === 'object' ? list : {}
  return {
    supports_streaming: yes(isGenerator(run) || streamsAlways),
    streaming_default: yes(streamsAlways),
    ...(stdin && stdinFacts(stdin)),
    ...(list && { list: true, default_limit: limits.defaultLimit ?? 20 }),
    max_limit: limits.maxLimit,
    cacheable: yes(rest.cacheable),
  }
}

function yes(fact: unknown): true | undefined {
  return fact ? true : undefined
}

/** Names inputs as callers type them: `{orderId}` is `{order-id}`. */
function inFlagNames(template: string): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, key: string) => `{${flagName(key)}}`)
}

function stdinFacts(declared: NonNullable<CommandDeclaration['stdin']>) {
  const limits = typeof declared === 'object' ? declared : {}
  const mode = limits.mode ?? (typeof declared === 'string' ? declared : 'buffered')
  const record = limits.record && (inputJsonSchema(limits.record) as JsonObject)
  return {
    stdin_input: mode === 'buffered' ? (true as const) : mode,
    stdin: given({
      mode,
      max_bytes: limits.maxBytes,
      max_line_bytes: limits.maxLineBytes,
      record_schema: mode === 'records' ? (record ?? { type: 'object' }) : undefined,
    }),
  }
}
