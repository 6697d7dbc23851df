import { defineCli, defineGroup } from 'surety'

import { greet } from './greet.ts'
import { listPeople, removePerson, watchPeople } from './people.ts'

/** Greets people, in the current generation of the CLI Agent Spec. */
export const hello = defineCli({
  name: 'hello',
  version: '1.0.0',
  description: 'Greets people',
  dialect: 'spec-1.16',
  output: { env: 'HELLO_FORMAT' },
  commands: {
    greet,
    people: defineGroup({
      description: 'People to greet',
      commands: { ls: listPeople, rm: removePerson, watch: watchPeople },
    }),
  },
})
