import type { Check } from './check.ts'

/** Every check, by level and topic, behind an `import()`: one that is not asked for is not loaded. */
export const CHECKS: Readonly<Record<string, () => Promise<{ readonly check: Check }>>> = {
  no_hang_stdin_closed: () => import('./checks/waiting/no-hang-stdin-closed.ts'),
  no_hang_stdin_open: () => import('./checks/waiting/no-hang-stdin-open.ts'),
  both_keys: () => import('./checks/envelope/both-keys.ts'),
  clean_text: () => import('./checks/envelope/clean-text.ts'),
  json_envelope: () => import('./checks/envelope/json-envelope.ts'),
  ok_matches_exit: () => import('./checks/envelope/ok-matches-exit.ts'),
  single_document: () => import('./checks/envelope/single-document.ts'),
  exit_code_contract: () => import('./checks/exits/exit-code-contract.ts'),
  no_color_honored: () => import('./checks/streams/no-color-honored.ts'),
  stdout_no_ansi: () => import('./checks/streams/stdout-no-ansi.ts'),
  stream_discipline: () => import('./checks/streams/stream-discipline.ts'),
  invalid_input_exit_2: () => import('./checks/input/invalid-input-exit-2.ts'),
  unknown_command: () => import('./checks/input/unknown-command.ts'),
  unknown_flag: () => import('./checks/input/unknown-flag.ts'),
  help_answers: () => import('./checks/discovery/help-answers.ts'),
  help_off_stdout: () => import('./checks/discovery/help-off-stdout.ts'),
  version_answers: () => import('./checks/discovery/version-answers.ts'),
  dry_run_preview: () => import('./checks/safety/dry-run-preview.ts'),
  time_limit: () => import('./checks/waiting/time-limit.ts'),
  validation_in_time: () => import('./checks/waiting/validation-in-time.ts'),
  error_code_form: () => import('./checks/envelope/error-code-form.ts'),
  width_ignored: () => import('./checks/streams/width-ignored.ts'),
  error_names_input: () => import('./checks/input/error-names-input.ts'),
  refusal_without_effects: () => import('./checks/input/refusal-without-effects.ts'),
  validation_phase: () => import('./checks/input/validation-phase.ts'),
  broken_pipe: () => import('./checks/ending/broken-pipe.ts'),
  no_descendants_left: () => import('./checks/ending/no-descendants-left.ts'),
  sigint: () => import('./checks/ending/sigint.ts'),
  sigterm: () => import('./checks/ending/sigterm.ts'),
  help_ignores_the_rest: () => import('./checks/discovery/help-ignores-the-rest.ts'),
  destructive_refuses_unconfirmed: () =>
    import('./checks/safety/destructive-refuses-unconfirmed.ts'),
  preview_without_effects: () => import('./checks/safety/preview-without-effects.ts'),
  reads_write_nothing: () => import('./checks/safety/reads-write-nothing.ts'),
  secrets_not_echoed: () => import('./checks/safety/secrets-not-echoed.ts'),
  concurrent_calls: () => import('./checks/stability/concurrent-calls.ts'),
  deterministic_data: () => import('./checks/stability/deterministic-data.ts'),
  locale_independent: () => import('./checks/stability/locale-independent.ts'),
  timezone_independent: () => import('./checks/stability/timezone-independent.ts'),
  retry_hints: () => import('./checks/recovery/retry-hints.ts'),
  exit_code_declared: () => import('./checks/exits/exit-code-declared.ts'),
  large_output: () => import('./checks/streams/large-output.ts'),
  slow_reader: () => import('./checks/streams/slow-reader.ts'),
  manifest_commands_answer: () => import('./checks/discovery/manifest-commands-answer.ts'),
  manifest_flags_exist: () => import('./checks/discovery/manifest-flags-exist.ts'),
  manifest_stable: () => import('./checks/discovery/manifest-stable.ts'),
  manifest_valid: () => import('./checks/discovery/manifest-valid.ts'),
  types_listed: () => import('./checks/discovery/types-listed.ts'),
  argument_order: () => import('./checks/stability/argument-order.ts'),
  fix_commands_runnable: () => import('./checks/recovery/fix-commands-runnable.ts'),
  redirects_runnable: () => import('./checks/recovery/redirects-runnable.ts'),
  etag: () => import('./checks/paging/etag.ts'),
  pagination_walk: () => import('./checks/paging/pagination-walk.ts'),
  stream_contract: () => import('./checks/paging/stream-contract.ts'),
  stream_sigint: () => import('./checks/paging/stream-sigint.ts'),
  answer_weight: () => import('./checks/cost/answer-weight.ts'),
  cold_start: () => import('./checks/cost/cold-start.ts'),
  help_weight: () => import('./checks/cost/help-weight.ts'),
}

/** The ids of all checks, in the order of reports. */
export const CHECK_IDS: readonly string[] = Object.freeze(Object.keys(CHECKS))

/** Loads the checks with these ids, or all of them. */
export async function loadChecks(ids: readonly string[] = CHECK_IDS): Promise<readonly Check[]> {
  return Promise.all(ids.map(async (id) => (await CHECKS[id]!()).check))
}
