import type { JsonObject } from '../../../contract/index.ts'
import { CTA_SCHEMA, ERROR_BODY } from '../schema.ts'

/** The JSON Schema of incur's compact output: any result with exit 0, an error body otherwise. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'incur compact output',
  anyOf: [
    { title: 'result, with exit 0' },
    {
      title: 'error, with another exit',
      type: 'object',
      required: ['code', 'message'],
      properties: { ...ERROR_BODY, cta: CTA_SCHEMA },
    },
  ],
}
