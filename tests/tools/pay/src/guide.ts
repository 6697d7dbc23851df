import type { GuideDeclaration } from 'surety'

import { PAY_CODES } from './errors/error-codes.ts'

const step = (text: string, why: string, command?: string) => ({
  step: text,
  why,
  ...(command !== undefined && { command }),
})

const IDENTITY_RECOVERY = [
  {
    cli_code: 'passport_token_expired',
    thrown_when: 'the identity was confirmed too long ago',
    next_action: 'reauth',
    recovery: 'confirm the identity again, then repeat the call',
  },
  {
    cli_code: 'passport_verification_failed',
    thrown_when: 'the identity service said no',
    next_action: 'retry_login',
    recovery: 'let a person open extra.verify_url, then repeat the call',
  },
  {
    cli_code: 'passport_verification_timeout',
    thrown_when: 'nobody confirmed the identity in time',
    next_action: 'retry_login',
    recovery: 'let a person open extra.verify_url, then repeat the call',
  },
] as const

/** What agents cannot learn from the commands of pay; `agent-guide` adds the rest. */
export const guide: GuideDeclaration = {
  intro:
    'Wallets and payments on this machine, simulated against a price table. Nothing is ever sent.',
  goldenPath: [
    step('Make a wallet', 'Payments come from a wallet', 'pay wallet create --chain base --json'),
    step(
      'Give it money',
      'A new wallet is empty',
      'pay wallet fund --chain base --amount 5 --json',
    ),
    step(
      'Pay for a call',
      'Cap what it may cost',
      'pay pay GET https://api.weather.example/ --max-spend 1 --json',
    ),
  ],
  pitfalls: [
    step(
      'Do not put the passphrase on the command line',
      'Others can read it; set AGENTSCORE_PAY_PASSPHRASE',
    ),
  ],
  sections: {
    testnet_path: [step('Use it as it is', 'Everything here is play money')],
    funding: [
      step('Add play money', 'No real coin is involved', 'pay wallet fund --chain base --amount 5'),
    ],
    auxiliary: [
      step('Cap spending', 'Limits hold for every later call', 'pay limits set --daily 10'),
      step('Look back', 'Every paid call is recorded', 'pay history --limit 5 --json'),
      step(
        'Ask for the price',
        'Nothing is paid',
        'pay check GET https://api.weather.example/ --json',
      ),
      step(
        'Plan ahead',
        'It says what a wallet lacks',
        'pay fund-estimate GET https://api.weather.example/ --calls 10 --json',
      ),
    ],
    identity_error_recovery: IDENTITY_RECOVERY,
    exit_codes: {
      0: 'success',
      1: 'user error',
      2: 'network error',
      3: 'insufficient funds',
      4: 'payment rejected',
      5: 'several rails possible',
    },
    error_codes: Object.fromEntries(
      Object.entries(PAY_CODES).map(([code, { exit, retryable, meaning }]) => [
        code,
        { exit, retryable, meaning },
      ]),
    ),
    error_envelope: {
      channel: 'stdout',
      shape: {
        code: 'stable word to branch on',
        message: 'sentence for people',
        retryable: 'whether the same call may succeed later',
        extra: 'facts for recovery, left out when there are none',
        next_steps: 'action to branch on, with a command line as suggestion where one helps',
      },
      full_output_shape: '{ok: false, error, meta}: error as above, meta with command and duration',
      human_tty_shape:
        'at a terminal without a format: the line Error (code): message, and nothing more; no envelope',
    },
    json_mode:
      'With --json every byte on stdout is JSON, errors too; they carry extra and next_steps. stderr is for people.',
  },
}
