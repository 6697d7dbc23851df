/**
 * Has loops over the members of an object leave out what a library added to all objects, which works as before. The
 * library of the protocol has such loops: it would not load, and neither take a message for one nor send one. Calls may
 * load more such libraries, so it is done before each message.
 */
export function skipForeignMembers(): void {
  for (const name of Object.keys(Object.prototype))
    Reflect.defineProperty(Object.prototype, name, { enumerable: false })
}
