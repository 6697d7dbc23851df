const text = { type: 'object', required: ['text'], additionalProperties: false } as const
const message = {
  ...text,
  properties: { text: { type: 'string' }, markdown: { type: 'string' } },
} as const
const level = { enum: ['none', 'note', 'warning', 'error'] } as const
const tags = { type: 'array', uniqueItems: true, items: { type: 'string' } } as const
const time = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
} as const

/** The part of SARIF 2.1.0 that reports use, closed where the standard is closed. */
export const SARIF_SCHEMA = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', pattern: '^https://' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tool', 'results'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: {
                        id: { type: 'string' },
                        shortDescription: message,
                        fullDescription: message,
                        help: message,
                        defaultConfiguration: {
                          type: 'object',
                          additionalProperties: false,
                          properties: { level },
                        },
                        properties: { type: 'object', properties: { tags } },
                      },
                    },
                  },
                },
              },
            },
          },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              additionalProperties: false,
              properties: {
                executionSuccessful: { type: 'boolean' },
                startTimeUtc: time,
                endTimeUtc: time,
              },
            },
          },
          automationDetails: {
            type: 'object',
            additionalProperties: false,
            properties: { id: { type: 'string' } },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          properties: { type: 'object' },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              additionalProperties: false,
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: -1 },
                kind: {
                  enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'],
                },
                level,
                message,
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { uri: { type: 'string', pattern: '^[!-~]*$' } },
                          },
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { startLine: { type: 'integer', minimum: 1 } },
                          },
                        },
                      },
                    },
                  },
                },
                partialFingerprints: {
                  type: 'object',
                  additionalProperties: { type: 'string' },
                },
                properties: { type: 'object' },
                suppressions: {
                  type: 'array',
                  uniqueItems: true,
                  items: {
                    type: 'object',
                    required: ['kind'],
                    additionalProperties: false,
                    properties: {
                      kind: { enum: ['inSource', 'external'] },
                      justification: { type: 'string' },
                    },
                  },
                },
              },
              // A result that is no failure has no severity.
              if: { properties: { kind: { const: 'fail' } } },
              // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
              then: { properties: { level: { enum: ['error', 'warning', 'note'] } } },
              else: { properties: { level: { const: 'none' } } },
            },
          },
        },
      },
    },
  },
}
