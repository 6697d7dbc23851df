import type { JsonObject } from '../../../contract/index.ts'
import { inputJsonSchema } from '../../../schema/index.ts'
import type { CommandDeclaration } from '../../declare/command-declaration.ts'
import { flagName } from '../../declare/framework-flags.ts'
import { guiOperations, isGenerator } from '../../declare/command.ts'

/** Further facts that the requirements ask for, under their wire names. */
export type CommandFacts = Readonly<ReturnType<typeof commandFacts>>

export function commandFacts(declaration: CommandDeclaration, timeoutMs: number | undefined) {
  const { danger, safeDefault, dryRun, filter, interruption, passthrough } = declaration
  const { auth, job, editor, list, deprecated } = declaration
  const gui = guiOperations(declaration)
  const limits = typeof list === 'object' ? list : {}
  const timeout = declaration.timeoutMs ?? timeoutMs
  const reason = typeof deprecated === 'object' ? deprecated.message : deprecated
  return {
    required_scopes: declaration.scopes ?? [],
    interactive: declaration.interactive === true,
    ...(danger === 'destructive' && filter !== 'protocol' && { requires_confirmation: true }),
    ...(dryRun && { dry_run: 'supported' }),
    ...(safeDefault && { safe_default: true }),
    ...(declaration.confirmFlag !== undefined && {
      confirm_flag: flagName(declaration.confirmFlag),
    }),
    ...(declaration.requiresPerson && { requires_person: true }),
    ...(declaration.binary && { binary: true }),
    ...(declaration.keepsWork && { keeps_work: true }),
    ...(passthrough && { arguments: 'passthrough' }),
    ...(typeof passthrough === 'object' && { help_argv: passthrough.helpArgv }),
    ...(declaration.optionPlacement && { option_placement: declaration.optionPlacement }),
    ...childFacts(declaration.children),
    ...(declaration.protocol !== undefined && { protocol: declaration.protocol }),
    ...(declaration.idempotent && { idempotent: true }),
    ...(declaration.network && { has_network_io: true }),
    ...(auth && {
      auth: true,
      headless_supported: auth.headless ?? true,
      token_env_vars: auth.tokenEnv ?? [],
    }),
    ...(interruption && {
      interruption: {
        detach: interruption.detach === true,
        resume: interruption.resume === true,
        ...(interruption.idleTimeoutMs && { idle_timeout_ms: interruption.idleTimeoutMs }),
        ...(interruption.maxLifetimeMs && { max_lifetime_ms: interruption.maxLifetimeMs }),
      },
    }),
    ...(job && { async: true, job_descriptor_schema: job.descriptor }),
    ...(declaration.configScope && { config_write_scope: declaration.configScope }),
    ...(gui.length > 0 && {
      gui_operations: gui.map(({ name }) => name),
      headless_behavior: Object.fromEntries(gui.map(({ name, headless }) => [name, headless])),
    }),
    ...(editor && {
      requires_editor: true,
      non_interactive_alternatives: editor.alternatives as unknown as readonly JsonObject[],
    }),
    ...(isGenerator(declaration.run) && { supports_streaming: true }),
    ...stdinFacts(declaration.stdin),
    ...(list && { list: true, default_limit: limits.defaultLimit ?? 20 }),
    ...(limits.maxLimit !== undefined && { max_limit: limits.maxLimit }),
    ...(declaration.cacheable && { cacheable: true }),
    ...(declaration.writes && {
      filesystem_side_effects: declaration.writes.map((place) => ({
        path: place.path,
        type: place.type,
        ...(place.ttlSeconds !== undefined && { ttl_seconds: place.ttlSeconds }),
        ...(place.clearableWith !== undefined && { clearable_with: place.clearableWith }),
      })),
    }),
    ...(declaration.platform && { platform: declaration.platform }),
    ...(declaration.requiredTools && {
      required_tools: Object.fromEntries(
        Object.entries(declaration.requiredTools).map(([name, range]) => [
          name,
          range.replace(/^>=\s*/, '').split(' ')[0]!,
        ]),
      ),
    }),
    ...(declaration.compat && {
      schema_version: declaration.schemaVersion ?? '1.0',
      min_schema_version: `${Math.min(...Object.keys(declaration.compat).map(Number))}.0`,
    }),
    ...(declaration.idField !== undefined && { primary_id_field: declaration.idField }),
    ...(declaration.childLog && { stderr: 'child_log' }),
    ...(declaration.background && {
      spawns_background_process: true,
      cleanup_command: declaration.background.stop,
      max_lifetime_seconds: declaration.background.maxLifetimeSeconds,
    }),
    ...(declaration.steps && { steps: declaration.steps }),
    ...(timeout !== undefined && { timeout_ms: timeout }),
    ...(reason !== undefined && { deprecated: reason }),
    ...(declaration.mcp === false && { mcp: false }),
  }
}

function childFacts(children: CommandDeclaration['children']) {
  if (!children || children === true || !('program' in children)) return {}
  const { program, inputs, fixed } = children
  return {
    subprocess: {
      binary: program,
      user_controlled_args: inputs.map(flagName),
      ...(fixed && { hardcoded_args: fixed }),
    },
  }
}

function stdinFacts(declared: CommandDeclaration['stdin']) {
  if (!declared) return {}
  const {
    maxBytes,
    maxLineBytes,
    record,
    mode: named,
  } = typeof declared === 'object' ? declared : {}
  const mode = named ?? (typeof declared === 'string' ? declared : 'buffered')
  return {
    stdin_input: mode === 'buffered' ? (true as const) : mode,
    stdin: {
      mode,
      ...(maxBytes !== undefined && { max_bytes: maxBytes }),
      ...(maxLineBytes !== undefined && { max_line_bytes: maxLineBytes }),
      ...(mode === 'records' && {
        record_schema: record ? (inputJsonSchema(record) as JsonObject) : { type: 'object' },
      }),
    },
  }
}
