import { Schema } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { currentFlags } from '../input/current-flags.ts'
import { flagsOf, particularFlagsOf } from '../input/read-input.ts'
import type { ManifestForm } from './manifest/model.ts'

/** What the framework's flags are for; apart from the flags, because only descriptions need it. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  format: 'Format of the answer',
  json: 'Short for --format json',
  fullOutput: 'Shows the whole envelope in every format',
  cursor: 'Cursor of the next page',
  fields: 'Members to keep, comma-separated',
  tokenCount: 'Prints only the estimated token count',
  tokenLimit: 'Maximum tokens of the answer',
  tokenOffset: 'Tokens to skip',
  envelope: 'Dialect of the answer',
  envelopeVersion: 'Version of the envelope',
  legacyEnvelope: 'Uses the legacy version of the envelope',
  width: 'Columns to wrap text at; 0 for none',
  heartbeatMs: 'Milliseconds between heartbeats; 0 for none',
  yes: 'Answers yes to every question',
  nonInteractive: 'Fails instead of asking questions',
  debug: 'Diagnostics on stderr',
  schema: 'Input and output of the command',
  help: 'Help for the command',
  dryRun: 'Previews the changes without making them',
  live: 'Makes the changes instead of previewing them',
  confirmDestructive: 'Confirms changes that cannot be undone',
  idempotencyKey: 'A call with a used key changes nothing',
  timeout: 'Time limit; 0 for none',
  connectTimeout: 'Time limit for connecting',
  headless: 'Never opens a browser',
  tokenEnvVar: 'Environment variable with the token',
  limit: 'Maximum items to return; 0 for all',
  etag: 'Etag of the copy that the caller has',
  inputFile: 'File to read instead of stdin',
  global: 'Writes the global configuration',
}

/**
 * Builds the framework flags of a command with their descriptions: all, in contract 1.16 those that it has, and
 * in the short form only those that other commands lack.
 */
export function describedFlags(cli: Cli, command: Command, form: ManifestForm): Shape {
  if (form === 'short') return describeFlags(particularFlagsOf(cli, command))
  const flags = flagsOf(cli, command)
  if (form === '1.6') return describeFlags(flags)
  return describeFlags(currentFlags(cli, command.declaration, flags), DESCRIPTIONS_1_16)
}

/** The flags that contract 1.16 has, or has with another meaning. */
const DESCRIPTIONS_1_16: Readonly<Record<string, string>> = {
  output: 'File for the answer',
  stream: 'Short for --format jsonl',
  budget: 'How long the call may take; the work goes on after it, 0 for no limit',
}

/** Adds the descriptions; a flag without one is a switch of the tool that selects a format. */
export function describeFlags(flags: Shape, more: Readonly<Record<string, string>> = {}): Shape {
  return Object.fromEntries(
    Object.entries(flags).map(([key, schema]) => [
      key,
      schema instanceof Schema
        ? describeOnce(schema, more[key] ?? DESCRIPTIONS[key] ?? `Output as ${key}`)
        : schema,
    ]),
  )
}

/** Every command has the same flags, so most of them are described already. */
const described = new WeakMap<object, Map<string, Schema<unknown>>>()

function describeOnce(schema: Schema<unknown>, text: string): Schema<unknown> {
  const byText = described.get(schema) ?? new Map<string, Schema<unknown>>()
  described.set(schema, byText)
  const known = byText.get(text) ?? schema.describe(text)
  byText.set(text, known)
  return known
}
