// What no framework knows about the program: which commands change things, and what its failures mean.
export const declarations = {
  errors: {
    NO_ISSUE: { exit: 'NOT_FOUND', when: { code: 'E_NO_ISSUE' }, description: 'No such issue' },
    OFFLINE: {
      exit: 'UNAVAILABLE',
      when: ({ message }) => message.includes('does not answer'),
      suggestion: 'Try again later.',
    },
  },
  commands: {
    'issue list': { danger: 'safe', output: 'jsonl' },
    'issue show': { danger: 'safe' },
    'issue create': { danger: 'mutating', effect: 'created' },
    'issue close': { danger: 'mutating', effect: 'updated' },
    'issue delete': { danger: 'destructive', effect: 'deleted' },
    'config get': { danger: 'safe', exits: { 3: 'NOT_FOUND' } },
    'config set': { danger: 'mutating', effect: 'updated', exits: { 4: 'PERMISSION_DENIED' } },
    sync: { danger: 'mutating', effect: 'updated' },
    login: { danger: 'mutating', interactive: true, effect: 'updated' },
    report: { danger: 'safe', output: 'text' },
  },
}
