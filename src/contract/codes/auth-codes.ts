/** The error codes that refine AUTH_REQUIRED, with what an agent does about each. */
export const AUTH_CODES = Object.freeze({
  TOKEN_EXPIRED: Object.freeze({
    meaning: 'The token has expired.',
    agentAction: 'refresh',
    advice: 'Refresh the token and call again at once.',
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
