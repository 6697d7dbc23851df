/** What is there at once, unless something has to be loaded or waited for: each promise costs a call time. */
export type MaybeLater<Value> = Value | Promise<Value>
