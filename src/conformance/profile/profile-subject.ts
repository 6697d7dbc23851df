import { resolve } from 'node:path'

import type { Limits, Probe, Subject } from '../probing/subject.ts'
import { DEFAULT_LIMITS, type ArgumentOrder, type Feature } from '../probing/subject.ts'
import {
  DEFAULT_TIMEOUT_SECONDS,
  type Profile,
  type ProfileArgumentOrder,
  type ProfileProbe,
} from './profile.ts'

/** What a profile says about its tool; the rest is found by looking. */
export function profileSubject(
  profile: Profile,
  folder: string,
  cwd: string,
): Pick<
  Subject,
  | 'name'
  | 'command'
  | 'cwd'
  | 'env'
  | 'machineArgs'
  | 'timeoutMs'
  | 'probes'
  | 'argumentOrder'
  | 'absent'
  | 'secrets'
  | 'limits'
> {
  const [program = '', ...rest] = profile.command
  const env = Object.entries(profile.env ?? {}).map(([name, value]) => [name, value ?? undefined])
  return {
    name: profile.tool,
    // Without a slash it is looked up on the PATH.
    command: [program.includes('/') ? resolve(folder, program) : program, ...rest],
    cwd: profile.cwd === undefined ? cwd : resolve(folder, profile.cwd),
    env: Object.fromEntries(env) as Subject['env'],
    machineArgs: profile.machine_args ?? [],
    timeoutMs: (profile.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    probes: profile.probes.map(toProbe),
    argumentOrder: profile.argument_order === undefined ? null : toOrder(profile.argument_order),
    absent: new Map(Object.entries(profile.absent ?? {}) as [Feature, string][]),
    secrets: profile.secrets ?? [],
    limits: toLimits(profile.limits ?? {}),
  }
}

function toLimits(limits: NonNullable<Profile['limits']>): Limits {
  return {
    coldStartMs: limits.cold_start_ms ?? DEFAULT_LIMITS.coldStartMs,
    answerTokens: limits.answer_tokens ?? DEFAULT_LIMITS.answerTokens,
    helpTokens: limits.help_tokens ?? DEFAULT_LIMITS.helpTokens,
  }
}

function toProbe(probe: ProfileProbe): Probe {
  const { name, argv, kind, dry_run_flag: dryRunFlag, deadline_seconds: deadline } = probe
  return {
    name,
    argv,
    kind,
    command: null,
    ...(dryRunFlag !== undefined && { dryRunFlag, refusal: argv }),
    ...(deadline !== undefined && { timeoutMs: deadline * 1000 }),
    ...(probe.after_lines !== undefined && { interruptAfterLines: probe.after_lines }),
    ...(probe.stdin !== undefined && { stdin: probe.stdin }),
    ...(probe.time_limit_args !== undefined && { timeLimitArgs: probe.time_limit_args }),
  }
}

function toOrder(order: ProfileArgumentOrder): ArgumentOrder {
  return {
    path: order.command_path,
    localArgs: order.local_args,
    globalFlag: order.global_flag,
    value: order.value,
    alternateValue: order.alternate_value,
    ...(order.positional !== undefined && { positional: order.positional }),
  }
}
