/** The one member name that we add to other people's documents; everything stowed is below it. */
export const RESERVED = 'x_envelope'
