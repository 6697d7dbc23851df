/**
 * The framework's flags that a request may set. Others would read files or variables of the server, or change
 * the form of the answer, which is always one JSON document.
 */
export const HTTP_FLAGS: ReadonlySet<string> = new Set([
  'dry-run',
  'live',
  'confirm-destructive',
  'idempotency-key',
  'limit',
  'cursor',
  'fields',
  'etag',
  'token-limit',
  'token-offset',
])
