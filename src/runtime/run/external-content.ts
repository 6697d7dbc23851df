/** Labels facts that came from outside: callers must take them for data and never for instructions. */
export const EXTERNAL = Object.freeze({ _source: 'external', _trusted: false })
