/** Nothing but the inspection of a promise tells its state without giving way to others. */
export function isSettled(promise: unknown): boolean {
  const { inspect, types } = process.getBuiltinModule('node:util')
  const options = { depth: 0, customInspect: false, maxArrayLength: 0, maxStringLength: 0 }
  return types.isPromise(promise) && !inspect(promise, options).includes('{ <pending>')
}
