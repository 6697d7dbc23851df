// cac knows neither choices nor options that are required, and programs of it have no description.
import { declarations as shared } from '../declarations.js'

const { commands } = shared

export const declarations = {
  ...shared,
  description: 'Keeps the issues of a small project',
  commands: {
    ...commands,
    'issue list': {
      ...commands['issue list'],
      parameters: { state: { choices: ['open', 'closed', 'all'] }, limit: { type: 'number' } },
    },
    'issue create': {
      ...commands['issue create'],
      parameters: {
        title: { description: 'what it is about' },
        body: { required: true },
        priority: { choices: ['low', 'normal', 'high'] },
      },
    },
  },
}
