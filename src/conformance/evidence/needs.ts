/**
 * What it takes to show promises. Reports put those with the same words together, so that a person reads
 * one line for each thing to do and not one for each check.
 */
export const NEEDS = {
  read: "A call that only reads: --read 'list', or a probe of kind read.",
  readThatSucceeds: 'A probe of kind read that succeeds, with the same data in each call.',
  dialect: 'The dialect of the answers: --dialect, or dialect in the profile.',
  refusal: 'A call that must be refused: a probe of kind invalid.',
  unknownCommand: "A manifest, or a probe of kind invalid that is named 'unknown command'.",
  destructive:
    'A destructive call, in a sandbox: a probe of kind destructive with its dry_run_flag; or absent.destructive.',
  long: 'A call of two seconds or more: a probe of kind long, with time_limit_args if its time can be limited; or absent.long.',
  stream:
    'A call that streams: a probe of kind stream, and one with signal and after_lines; or absent.stream.',
  manifest: 'A command that prints a manifest: manifest in the profile; or absent.manifest.',
  largeAnswer: 'A probe of kind read with an answer of more than 64 KiB; or absent.large_answers.',
  pages: 'A probe of kind read with a list of two to twelve pages; or absent.paging.',
  argumentOrder:
    'A global flag with two values: argument_order in the profile; or absent.argument_order.',
  ends: 'Calls that end by themselves; the findings about waiting name those that did not.',
} as const
