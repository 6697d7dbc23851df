/** What fails a pipeline: broken promises, also those that are not shown, or nothing. */
export type FailOn = 'broken' | 'not-shown' | 'never'
