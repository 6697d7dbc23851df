/**
 * Ends a tick whose callback was broken off: what it was called from expects to be told of its end.
 * Node puts that right for an error that nobody catches, so it gets one.
 */
export function leaveBrokenTick(done: () => void): void {
  if (process.hasUncaughtExceptionCaptureCallback()) return done()
  process.setUncaughtExceptionCaptureCallback(() => {
    process.setUncaughtExceptionCaptureCallback(null)
    done()
  })
  throw new Error('The time limit passed.')
}
