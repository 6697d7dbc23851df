import { defineErrors } from 'surety'

/** Error codes of the inventory commands. */
export const errors = defineErrors({
  command_not_found: { exit: 'NOT_FOUND', description: 'The inventory has no such command' },
  tool_not_found: { exit: 'NOT_FOUND', description: 'The inventory has no such tool' },
  policy: { exit: 'PERMISSION_DENIED', description: 'The call is on the deny list' },
})

/** The exits of commands that look something up. */
export const lookUpExits = {
  SUCCESS: 'The entry exists',
  NOT_FOUND: 'The inventory has no such entry',
}
