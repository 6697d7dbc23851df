import fc from 'fast-check'

export * from 'fast-check'

/** How many times as many runs as the test asks for; fast-check runs 100 where it does not say. */
const factor = Number(
  process.env['SURETY_RUNS'] ?? (process.env['SURETY_LONG'] === '1' ? 10 : 1 / 3),
)
const usual = 100
/** In CI the inputs are the same each time, so that a change alone turns it red; other runs look for new ones. */
const drawn = process.env['CI'] ? { seed: 1_600_116 } : {}

/** Checks a property as fast-check does, as often as the kind of run has time for. */
export const assert: typeof fc.assert = (property, parameters) =>
  fc.assert(property, {
    ...drawn,
    ...parameters,
    numRuns: Math.ceil((parameters?.numRuns ?? usual) * factor),
  } as typeof parameters) as never

// oxlint-disable-next-line import/no-default-export -- it stands in for fast-check, which has one
export default { ...fc, assert }
