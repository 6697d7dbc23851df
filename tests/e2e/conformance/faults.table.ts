/**
 * What a fault of `tests/bin/misbehave.cjs` shows besides its own broken promise, and why that cannot be
 * otherwise. A fault that is not listed breaks its promise alone, and shows all others.
 */
export const SIDE_EFFECTS: Readonly<Record<string, SideEffects>> = {
  no_hang_stdin_closed: {
    notShown: [
      'both_keys',
      'clean_text',
      'json_envelope',
      'ok_matches_exit',
      'single_document',
      'exit_code_contract',
      'no_color_honored',
      'stdout_no_ansi',
      'stream_discipline',
      'error_code_form',
      'retry_hints',
      'answer_weight',
      'exit_code_declared',
      'types_listed',
      'no_descendants_left',
      'redirects_runnable',
      'fix_commands_runnable',
    ],
    reason: 'A call that never ends gives no answer to look at.',
  },
  concurrent_calls: {
    broken: ['reads_change_nothing'],
    reason: 'A read that takes a lock writes a file.',
  },
  help_ignores_the_rest: {
    notShown: ['manifest_commands_answer', 'manifest_flags_exist'],
    reason:
      'A tool that runs a read with --help might run rm with --help, so rm is not asked for its help.',
  },
  large_output: {
    broken: ['single_document', 'every_command_answers'],
    notShown: ['slow_reader'],
    reason: 'An answer that is cut is no document, for a slow reader as for a fast one.',
  },
  preview_without_effects: {
    notShown: ['data_matches_schema'],
    reason: 'The preview removed what the command with a declared schema would read.',
  },
}

/** What a fault shows besides its own broken promise. */
export interface SideEffects {
  readonly broken?: readonly string[]
  readonly notShown?: readonly string[]
  readonly reason: string
}

/**
 * Faults that one program can have at the same time, so that every check is seen to fail with few
 * processes. `npm run test:grid` runs every fault alone.
 */
export const FAULTS_TOGETHER: readonly (readonly string[])[] = [
  // The slowest first, because they wait.
  [
    'sigint',
    'sigterm',
    'time_limit',
    'stream_contract',
    'stream_sigint',
    'preview_without_effects',
  ],
  ['no_hang_stdin_closed', 'no_hang_stdin_open'],
  ['cold_start', 'validation_in_time', 'concurrent_calls'],
  [
    'both_keys',
    'json_envelope',
    'clean_text',
    'single_document',
    'stdout_no_ansi',
    'ok_matches_exit',
    'no_color_honored',
    'error_code_form',
    'validation_phase',
    'error_names_input',
    'retry_hints',
    'refusal_without_effects',
    'answer_weight',
    'invalid_input_exit_2',
    'unknown_command',
  ],
  [
    'exit_code_contract',
    'unknown_flag',
    'deterministic_data',
    'large_output',
    'redirects_runnable',
    'fix_commands_runnable',
    'no_descendants_left',
    'help_answers',
    'help_ignores_the_rest',
    'version_answers',
  ],
  [
    'stream_discipline',
    'slow_reader',
    'locale_independent',
    'timezone_independent',
    'width_ignored',
    'secrets_not_echoed',
    'reads_write_nothing',
    'help_weight',
    'help_off_stdout',
    'dry_run_preview',
    'destructive_refuses_unconfirmed',
    'broken_pipe',
  ],
  [
    'manifest_commands_answer',
    'manifest_flags_exist',
    'data_matches_schema',
    'every_command_answers',
    'required_arguments',
    'manifest_valid',
    'manifest_stable',
    'exit_code_declared',
    'types_listed',
    'reads_change_nothing',
    'etag',
    'pagination_walk',
    'list_says_it_stopped',
    'argument_order',
  ],
]
