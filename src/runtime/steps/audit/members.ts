export interface AuditMembers {
  /** Turns the audit log on unless the operator turns it off, and limits it: 10 MB, 5 files, 30 days. */
  readonly auditLog?:
    | true
    | { readonly maxBytes?: number; readonly files?: number; readonly maxAgeDays?: number }
}
