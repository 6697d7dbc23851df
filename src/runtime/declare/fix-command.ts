/** Characters of placeholders and of command lines that need a shell; a fix command has none. */
export const UNFIT_FOR_FIX = /[<>$|&;`(){}\n\r]/
