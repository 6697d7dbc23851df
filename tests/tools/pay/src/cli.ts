import { defineCli, defineGroup } from 'surety'

import { PAY_CODES } from './errors/error-codes.ts'
import { errorLine } from './errors/error-line.ts'
import { errors } from './pay-command.ts'

/** The tool: wallets and payments, simulated, with errors that say how to recover. */
export const pay = defineCli({
  name: 'pay',
  version: '0.1.0',
  description: 'Pays for calls from a local wallet (simulated: nothing is sent)',
  dialect: 'incur-compact',
  output: { humanFailure: errorLine },
  errors,
  guide: async () => (await import('./guide.ts')).guide,
  exitByCode: Object.fromEntries(Object.entries(PAY_CODES).map(([code, { exit }]) => [code, exit])),
  commands: {
    config: defineGroup({
      description: 'Settings',
      commands: {
        get: { description: 'Shows settings', load: () => import('./commands/config/get.ts') },
        set: { description: 'Changes a setting', load: () => import('./commands/config/set.ts') },
        unset: {
          description: 'Removes a setting',
          load: () => import('./commands/config/unset.ts'),
        },
        path: {
          description: 'Names the settings file',
          load: () => import('./commands/config/path.ts'),
        },
      },
    }),
    limits: defineGroup({
      description: 'Caps on what may be spent',
      commands: {
        show: { description: 'Shows the caps', load: () => import('./commands/limits/show.ts') },
        set: { description: 'Sets caps', load: () => import('./commands/limits/set.ts') },
        clear: {
          description: 'Removes all caps',
          load: () => import('./commands/limits/clear.ts'),
        },
      },
    }),
    wallet: defineGroup({
      description: 'Wallets',
      commands: {
        list: { description: 'Lists wallets', load: () => import('./commands/wallet/list.ts') },
        create: { description: 'Makes wallets', load: () => import('./commands/wallet/create.ts') },
        address: {
          description: 'Shows an address',
          load: () => import('./commands/wallet/address.ts'),
        },
        fund: {
          description: 'Gives a wallet play money',
          load: () => import('./commands/wallet/fund.ts'),
        },
        remove: {
          description: 'Removes a wallet',
          load: () => import('./commands/wallet/remove.ts'),
        },
      },
    }),
    unlock: {
      description: 'Asks for no passphrase for a while',
      load: () => import('./commands/unlock.ts'),
    },
    history: {
      description: 'Lists calls that were paid',
      load: () => import('./commands/history.ts'),
    },
    pay: { description: 'Pays for a call', load: () => import('./commands/pay.ts') },
    check: {
      description: 'Shows what a call costs',
      load: () => import('./commands/check.ts'),
    },
    'fund-estimate': {
      description: 'Shows what wallets lack for calls',
      load: () => import('./commands/fund-estimate.ts'),
    },
  },
})
