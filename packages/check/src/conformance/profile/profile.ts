import { dirname, resolve } from 'node:path'

import { isJsonObject } from 'surety/unstable/contract'
import {
  loadDescription,
  variablesOf,
  type Description,
  type FileKind,
} from 'surety/unstable/description'
import { given } from '@surety/internal/given.ts'
import { programFrom } from '@surety/internal/process/program-path.ts'
import { addDialect, defineDialect, dialectProblems } from 'surety/unstable/dialects'
import type { Given } from '../discover/discover.ts'
import { DEFAULT_LIMITS, type Feature } from '../probing/subject.ts'

export interface Profile extends Description {
  readonly name: string
  readonly program: readonly string[]
  readonly check: NonNullable<Description['check']>
}

/** The form of the spec's own kit, format 1.0, whose members are those of `check`. */
const SPEC_KIT = {
  toDescription: (value: unknown) => {
    if (!isJsonObject(value) || 'surety' in value || !('command' in value)) return undefined
    const { schema_version: version, tool, command, timeout_seconds: seconds, ...check } = value
    if (version !== undefined && version !== '1.0') return undefined
    return {
      surety: 1,
      name: tool,
      program: command,
      ...(seconds !== undefined && { timeout_seconds: seconds }),
      check,
    }
  },
  toPlace: (pointer: string) =>
    pointer
      .replace(/^\/check(?=\/|$)/, '')
      .replace(/^\/name$/, '/tool')
      .replace(/^\/program(?=\/|$)/, '/command'),
}

export const PROFILE: FileKind<Profile> = {
  reader: 'checked',
  noun: 'profile',
  code: ['INVALID_PROFILE', 'ARG_ERROR'],
  rules: dialectProblems,
  otherForm: SPEC_KIT,
}

export interface LoadedProfile {
  readonly profile: Profile
  readonly command: readonly string[]
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly dialect: string | undefined
}

export async function loadProfile(path: string, cwd: string): Promise<LoadedProfile> {
  const profile = await loadDescription(resolve(cwd, path), PROFILE, path)
  const folder = dirname(resolve(cwd, path))
  const { dialect } = profile
  if (typeof dialect === 'object') addDialect(dialect.id, async () => defineDialect(dialect))
  return {
    profile,
    command: programFrom(profile.program, folder),
    cwd: profile.check.cwd === undefined ? undefined : resolve(folder, profile.check.cwd),
    env: variablesOf(profile),
    dialect: typeof dialect === 'object' ? dialect.id : dialect,
  }
}

export const DEFAULT_TIMEOUT_MS = 10_000

export function givenBy(
  { profile, command, env }: LoadedProfile,
  path: string,
  cwd: string,
): Given {
  const { name, timeout_seconds: seconds, check } = profile
  const { machine_args: machineArgs, argument_order: order, limits } = check
  return {
    name,
    command,
    cwd,
    env,
    timeoutMs: seconds === undefined ? DEFAULT_TIMEOUT_MS : seconds * 1000,
    // Without a way to preview it, a destructive call is not tried at all.
    probes: check.probes.map((probe) =>
      probe.dry_run_flag === undefined ? probe : { ...probe, refusal: probe.argv },
    ),
    argumentOrder: order ?? null,
    absent: new Map(Object.entries(check.absent ?? {}) as [Feature, string][]),
    secrets: check.secrets ?? [],
    keeps: check.keeps ?? [],
    ...given({ preset: check.preset, accept: check.accept }),
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(machineArgs !== undefined && { machineArgs }),
    profile: path,
    describedBy: ['profile'],
    manifestArgv: check.manifest ?? null,
  }
}
