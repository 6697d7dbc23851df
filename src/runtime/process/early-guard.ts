/** The guard of the process before `serve()` is called; does nothing unless `surety/guard` is imported. */
export const earlyGuard = {
  /** Ends the guard and returns the number of characters that were printed to stdout so far. */
  end: (): number => 0,
}
