import type { JsonObject } from '../json/json-value.ts'

/** Gives the JSON Schema (draft 7) of the data of an exit INCOMPLETE in contract 1.16. */
export function incompleteWorkSchema(): JsonObject {
  const command = (description: string): JsonObject => ({
    description,
    type: 'string',
    minLength: 1,
  })
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:surety:1.16:incomplete-work',
    title: 'IncompleteWork',
    description: 'How far kept work got, and which command goes on with it.',
    type: 'object',
    required: ['state', 'job_id', 'progress', 'continue_command', 'cancel_command'],
    additionalProperties: true,
    properties: {
      state: {
        description: 'Running in the background, or saved at a checkpoint.',
        type: 'string',
        enum: ['running', 'paused'],
      },
      job_id: {
        description: 'The same for all calls about this work.',
        type: 'string',
        minLength: 1,
      },
      progress: {
        type: 'object',
        required: ['done'],
        additionalProperties: true,
        properties: {
          done: { description: 'Never falls.', type: 'integer', minimum: 0 },
          total: { description: 'Absent if unknown.', type: 'integer', minimum: 0 },
          unit: { type: 'string' },
        },
      },
      continue_command: command('Run it as it stands until the exit is another one.'),
      cancel_command: command('Ends the work and discards its checkpoint.'),
    },
  }
}
