/** The members that our errors have and the contract lacks; its errors are open from 1.6 on. */
export const FOREIGN_MEMBERS = ['field_errors', 'operation', 'target'] as const
