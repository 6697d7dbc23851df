export interface AuditMembers {
  /**
   * Turns the audit log on unless the operator turns it off, and limits it: 10 MB, 5 files, 30 days.
   *
   * @shown auditLog: { maxBytes: 1_000_000, files: 3, maxAgeDays: 7 }
   */
  readonly auditLog?:
    | true
    | { readonly maxBytes?: number; readonly files?: number; readonly maxAgeDays?: number }
}
