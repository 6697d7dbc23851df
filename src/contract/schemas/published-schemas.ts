import type { Generation } from '../codes/exit-codes.ts'
import type { JsonObject } from '../json/json-value.ts'
import { envelopeSchema } from './envelope.ts'
import { exitCodeEntrySchema, exitCodeSchema } from './exit-code.ts'
import { incompleteWorkSchema } from './incomplete-work.ts'
import { leanManifestSchema, manifestSchema } from './manifest.ts'
import { outcomeSchema } from './outcome.ts'

/** Every published schema by its path under `surety/schemas/`. */
export function publishedSchemas(): Readonly<Record<string, JsonObject>> {
  return {
    ...schemasOf('1.0'),
    ...schemasOf('1.6'),
    ...schemasOf('1.16'),
    '1.1/lean-manifest.json': leanManifestSchema(),
    '1.16/incomplete-work.json': incompleteWorkSchema(),
    'outcome.json': outcomeSchema(),
  }
}

function schemasOf(generation: Generation): Readonly<Record<string, JsonObject>> {
  return {
    [`${generation}/response-envelope.json`]: envelopeSchema(generation),
    [`${generation}/exit-code.json`]: exitCodeSchema(generation),
    [`${generation}/exit-code-entry.json`]: exitCodeEntrySchema(generation),
    [`${generation}/manifest-response.json`]: manifestSchema(generation),
  }
}
