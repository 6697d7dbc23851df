import { createHash } from 'node:crypto'

import { EXIT_ROWS, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { appPackage } from '../ask/app-name.ts'
import type { ForeignCommand, ForeignOption } from '../fronts/front.ts'
import type { AnswerOptions } from '../ask/options.ts'

const EXITS = {
  SUCCESS: 'The command did its work',
  GENERAL_ERROR: 'The command failed',
  ARG_ERROR: 'The words were refused, nothing was run',
}

/** Lists all commands of a program, from which tools for MCP, completion and skills are made. */
export function toManifest(root: ForeignCommand, options: AnswerOptions): JsonObject {
  const commands: Record<string, JsonObject> = {}
  const add = (
    command: ForeignCommand,
    path: readonly string[],
    above: readonly ForeignOption[],
  ) => {
    const all = [...above, ...command.options]
    if (command.runs && !command.isHidden)
      commands[path.join('.') || 'run'] = entry(
        command,
        all,
        options.commands?.[path.join(' ').replaceAll(':', ' ')]?.danger,
      )
    for (const child of command.commands)
      add(child, [...path, ...(child.names[0] ?? '').split(' ')], all)
  }
  add(root, [], [])
  const etag = createHash('sha256').update(JSON.stringify(commands)).digest('hex').slice(0, 16)
  return {
    schema_version: '1.0',
    framework_version: appPackage()?.version ?? '0.0.0',
    etag,
    commands,
  }
}

function entry(
  command: ForeignCommand,
  options: readonly ForeignOption[],
  danger = 'mutating',
): JsonObject {
  const { names, args, description = '' } = command
  const flags: Record<string, JsonObject> = {}
  args.forEach(({ name, isRequired, isVariadic, choices, description: words }, at) => {
    flags[name] = {
      ...typed(isVariadic ? 'array' : 'string', choices),
      required: isRequired,
      description: `Argument ${at + 1}: ${words || name}`,
    }
  })
  for (const {
    flags: [long = '', ...more],
    type,
    choices,
    default: standard,
    description: words,
    isRequired,
    isHidden,
  } of options) {
    if (isHidden) continue
    const short = more.find((flag) => /^-\w$/.test(flag))?.[1]
    const json = JSON.stringify(standard) as string | undefined
    flags[long.replace(/^-+/, '')] = {
      ...typed(type, choices),
      required: isRequired === true,
      description: words ?? '',
      ...(json !== undefined && { default: JSON.parse(json) as JsonValue }),
      ...(short !== undefined && { short }),
    }
  }
  flags['format'] ??= {
    ...typed('string', ['json', 'jsonl']),
    required: false,
    description: 'How the answer is written',
  }
  if (danger === 'destructive')
    flags['confirm-destructive'] = {
      type: 'boolean',
      required: false,
      description: 'Confirms that something is destroyed',
    }
  return {
    description,
    ...(names.length > 1 && { aliases: names.slice(1) }),
    danger_level: danger,
    flags,
    exit_codes: Object.fromEntries(
      Object.entries(EXITS).map(([name, words]) => {
        const { number } = EXIT_ROWS['1.0'][name as keyof typeof EXITS]
        const side_effects = { SUCCESS: 'complete', ARG_ERROR: 'none' }[name] ?? 'partial'
        return [number, { name, description: words, retryable: false, side_effects }]
      }),
    ),
  }
}

function typed(type = 'string', choices: readonly string[] | undefined): JsonObject {
  return choices ? { type: 'enum', enum_values: choices.map(String) } : { type }
}
