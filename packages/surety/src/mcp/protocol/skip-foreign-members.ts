/**
 * Keeps what a library added to all objects out of loops over their members; it works as before. The library of the
 * protocol has such loops: it would not load, and would neither read nor send a message. Removing the members for a while,
 * as `hideForeignMembers` does, is for work that awaits nothing. A call may load more such libraries, so this is done
 * before each message.
 */
export function skipForeignMembers(): void {
  for (const name of Object.keys(Object.prototype))
    Reflect.defineProperty(Object.prototype, name, { enumerable: false })
}
