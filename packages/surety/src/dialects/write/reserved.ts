/** The only member that we add to other people's documents; everything stowed is in it. */
export const RESERVED = 'x_envelope'
