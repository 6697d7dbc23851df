import type { Outcome } from 'surety/unstable/contract'
import type { StandardSchema } from 'surety/unstable/schema'

/** What a caller expects of an answer; an answer that does not match is not used. */
export interface Expectation {
  /** The schema tag, such as `acme.cli.v1`. */
  readonly schema?: string
  /** `1.x`, `1.2`, `>=1.0 <2.0`: conditions on `meta.schema_version`, all of which must hold. */
  readonly schemaVersion?: string
  /** The result's type tag; successes only. */
  readonly type?: string
  /** A schema for the data; successes only. */
  readonly data?: StandardSchema
}

export async function findMismatches(outcome: Outcome, expectation: Expectation) {
  const { meta } = outcome
  const found: string[] = []
  const { schema, schemaVersion, type, data } = expectation
  if (schema !== undefined && meta.schema !== schema) {
    found.push(`schema is ${show(meta.schema)}, not '${schema}'`)
  }
  if (schemaVersion !== undefined && !isInRange(meta.schema_version, schemaVersion)) {
    found.push(`schema_version is ${show(meta.schema_version)}, not in '${schemaVersion}'`)
  }
  if (!outcome.ok || meta.not_modified === true) return found
  if (type !== undefined && meta.type !== type)
    found.push(`type is ${show(meta.type)}, not '${type}'`)
  if (data !== undefined) found.push(...(await dataProblems(outcome.data, data)))
  return found
}

/** Tests a `major.minor` version against conditions such as `>=1.0 <2.0` or `1.x`. */
export function isInRange(version: unknown, range: string): boolean {
  const actual = parseVersion(version)
  if (actual === undefined) return false
  const conditions = range.trim().split(/\s+/)
  return conditions.every((condition) => {
    const [, sign = '=', major = '', minor = 'x'] =
      /^(>=|<=|>|<|=)?v?(\d+)(?:\.(\d+|x|\*))?$/.exec(condition) ?? []
    if (major === '') return false
    const isOpen = minor === 'x' || minor === '*'
    const order = actual[0] - Number(major) || (isOpen ? 0 : actual[1] - Number(minor))
    return sign.includes(order > 0 ? '>' : order === 0 ? '=' : '<')
  })
}

function parseVersion(version: unknown): readonly [number, number] | undefined {
  const match = typeof version === 'string' ? /^v?(\d+)(?:\.(\d+))?(?:\.\d+)*$/.exec(version) : null
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? 0)]
}

async function dataProblems(data: unknown, schema: StandardSchema): Promise<readonly string[]> {
  const { issues = [] } = await schema['~standard'].validate(data)
  return issues.map(({ message, path = [] }) => {
    const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    return place === '' ? `data: ${message}` : `data.${place}: ${message}`
  })
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : 'not given'
}
