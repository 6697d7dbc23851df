export interface PlanMembers {
  /**
   * Whether a preview binds: `--dry-run` gives a plan in `meta.plan`, and `--plan` runs the command only if it would
   * still do what was shown. `dryRun` then returns the same for the same state.
   *
   * @shown plan: true
   */
  readonly plan?: true
}
