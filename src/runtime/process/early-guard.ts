/** What stands guard before `serve()` is called: nothing, unless `surety/guard` was imported. */
export const earlyGuard = {
  /** Leaves the guard to `serve()`, and tells how much was printed to stdout until then. */
  end: (): number => 0,
}
