/** The error codes that say why AUTH_REQUIRED was answered, with what an agent does about each. */
export const AUTH_CODES = Object.freeze({
  TOKEN_EXPIRED: Object.freeze({
    meaning: 'The token was valid and its time is over.',
    agentAction: 'refresh',
    advice: 'Refresh the token and call once more, at once.',
  }),
  TOKEN_INVALID: Object.freeze({
    meaning: 'The token is malformed or was revoked.',
    agentAction: 'acquire',
    advice: 'Obtain new credentials; do not retry.',
  }),
  TOKEN_MISSING: Object.freeze({
    meaning: 'No credentials were given.',
    agentAction: 'acquire',
    advice: 'Obtain credentials; do not retry.',
  }),
} as const)
