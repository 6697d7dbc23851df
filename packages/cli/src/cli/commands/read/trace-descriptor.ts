/** The descriptor on which bash tells how the parts of a line ended. */
export const TRACE = 9
