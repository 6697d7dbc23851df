import { profileSchema } from '../../src/conformance/profile/profile-schema.ts'

/** The schema of what `surety check --profile` reads. */
export async function generate(): Promise<Record<string, string>> {
  return { 'schemas/conformance-profile.json': `${JSON.stringify(profileSchema, null, 2)}\n` }
}
