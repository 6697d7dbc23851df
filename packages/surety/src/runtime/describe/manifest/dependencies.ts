import type { JsonObject } from '../../../contract/index.ts'
import type { DoctorCheck } from '../../declare/types/cli-declaration.ts'

/** Describes a declared program as manifests do. */
export function dependencyOf(
  name: string,
  { version, command, fix }: Extract<DoctorCheck, { version: string }>,
): JsonObject {
  const lowest = version === '*' ? '*' : boundsOf(version).find(({ sign }) => sign !== '<')?.version
  return {
    name,
    check_command: (command ?? [name, '--version']).join(' '),
    min_version: lowest ?? '0',
    ...(version !== '*' && { version_regex: VERSION.source }),
    fix_command: fix,
  }
}

/** Lists the declared programs as manifests do; their bounds are those of the declaration. */
export function dependenciesOf(
  doctor: Readonly<Record<string, DoctorCheck>>,
): readonly JsonObject[] {
  return Object.entries(doctor).flatMap(([name, check]) =>
    'version' in check ? [dependencyOf(name, check)] : [],
  )
}

/** Finds a version in what a program prints. */
export const VERSION = /(?<!\d)(\d+(?:\.\d+){1,3})/

/** Splits a range of versions: `>=2.30 <4`. */
export function boundsOf(range: string) {
  return range
    .trim()
    .split(/\s+/)
    .map((bound) => {
      const [, sign = '', version = ''] = /^(>=|<)?(.*)$/.exec(bound) ?? []
      return { sign, version }
    })
}
