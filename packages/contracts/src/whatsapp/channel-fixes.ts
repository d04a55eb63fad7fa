import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { idParams } from '../shared.ts'
import { pin } from './channel-connection.ts'
import { channelDetail } from './channels.ts'

/**
 * What mends a check by itself. `resubscribe`: subscribes to the account's webhooks, and the platform's app to every
 * field. `register` and `pin` take a PIN of six digits; the first registers the number with it, the second sets it.
 * `templates` reads them again. `payment`: someone says that they gave Meta a way to pay.
 */
export const channelFixes = ['resubscribe', 'register', 'pin', 'templates', 'payment'] as const
export type ChannelFix = (typeof channelFixes)[number]

export const checkChannelHealth = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/health-checks',
  can: 'channels.view',
  summary: 'Checks the channel at Meta now',
  params: idParams,
  response: channelDetail,
  errors: ['provider_error', 'rate_limited'],
})

export const fixChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/fixes',
  can: 'channels.manage',
  summary: 'Mends what a health check found, as far as that can be done from here, and checks again',
  params: idParams,
  body: z.discriminatedUnion('fix', [
    z.object({ fix: z.enum(['resubscribe', 'templates', 'payment']) }),
    z.object({ fix: z.enum(['register', 'pin']), pin }),
  ]),
  response: channelDetail,
  errors: [...providerErrors, 'channel_busy', 'rate_limited'],
})
