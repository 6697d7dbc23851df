// What the code of the playground needs of `node:os`, in a browser: nobody has a home.

export function homedir(): string {
  return '/'
}

/** No process ends by a signal here. */
export const constants = { signals: {} }
