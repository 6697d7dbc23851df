// What no framework knows about the program: which commands destroy something, and what its failures mean.
export const declarations = {
  name: 'desk',
  errors: {
    NO_ISSUE: { exit: 'NOT_FOUND', when: { code: 'E_NO_ISSUE' } },
    OFFLINE: {
      exit: 'UNAVAILABLE',
      when: { message: 'does not answer' },
      suggestion: 'Try again later.',
    },
  },
  commands: {
    'issue list': { danger: 'safe' },
    'issue show': { danger: 'safe' },
    'issue delete': { danger: 'destructive' },
    'config get': { danger: 'safe', exits: { 3: { code: 'NO_SETTING', exit: 'NOT_FOUND' } } },
    'config set': { exits: { 4: { code: 'READ_ONLY', exit: 'PERMISSION_DENIED' } } },
    report: { danger: 'safe' },
  },
}
