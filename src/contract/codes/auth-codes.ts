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

/** One of the codes that refine AUTH_REQUIRED. */
export type AuthCode = keyof typeof AUTH_CODES
/** What an agent does about an authentication failure. */
export type AuthAction = (typeof AUTH_CODES)[AuthCode]['agentAction']

/** Tests whether an error code refines AUTH_REQUIRED. */
export function isAuthCode(code: string): code is AuthCode {
  return Object.hasOwn(AUTH_CODES, code)
}
