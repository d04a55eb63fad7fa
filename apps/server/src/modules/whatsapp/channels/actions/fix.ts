import type { fixChannel as endpoint } from '@recado/contracts/whatsapp/channel-fixes'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { syncAccountTemplates } from './account-templates.ts'
import { registerNumber } from './claim.ts'
import { assertNotTooOften, checkHealth } from './health.ts'
import { loadChannel } from './load.ts'
import { readChannel } from './read.ts'
import { subscribeAnew } from './resubscribe.ts'

type Input = z.output<typeof endpoint.body>
type Found = queries.ChannelWithAccount

const UNPAID = 'graph:131042'

const setPin = async (ctx: CompanyCtx, { channel }: Found, pin: string): Promise<void> => {
  const client = await graphClientOf(ctx.deps, ctx.company.id, channel.id)
  await client.post(`/${encodeURIComponent(channel.phoneNumberId)}`, { pin })
  await queries.updateChannel(ctx, ctx.company.id, channel.id, { pin: ctx.deps.sealer.seal(pin) })
}

/** Believes that Meta can be paid again: the next message shows whether it can. */
const forgetPayment = async (ctx: CompanyCtx, { channel, account }: Found): Promise<void> => {
  await queries.updateAccount(ctx, ctx.company.id, account.id, { paymentFixedAt: ctx.now() })
  for (const { id, statusReason } of await queries.listLiveChannelsOfAccount(ctx, ctx.company.id, account.id))
    if (statusReason === UNPAID || id === channel.id)
      await queries.updateChannel(ctx, ctx.company.id, id, { restrictedUntil: null })
}

const perform = async (ctx: CompanyCtx, found: Found, input: Input): Promise<void> => {
  const { companyId, id } = found.channel
  switch (input.fix) {
    case 'resubscribe':
      return subscribeAnew(ctx, await graphClientOf(ctx.deps, companyId, id), found.account)
    case 'templates':
      return syncAccountTemplates(ctx, companyId, id)
    case 'payment':
      return forgetPayment(ctx, found)
    case 'register':
      await registerNumber(ctx, companyId, id, input.pin)
      return
    case 'pin':
      return setPin(ctx, found, input.pin)
  }
}

/**
 * Mends what a health check found, writes down who did, and looks how the channel is then. Throws `channel_busy` for the
 * PIN of a number of the phone app, `channel_not_sendable`, `provider_error`, `rate_limited`.
 */
export const fixChannel = async (ctx: CompanyCtx, channelId: string, input: Input) => {
  const found = await loadChannel(ctx, channelId)
  const { channel } = found
  if (channel.disconnectedAt) throw new AppError('channel_not_sendable', { data: { status: channel.status } })
  if (channel.kind === 'coexistence' && (input.fix === 'pin' || input.fix === 'register'))
    throw new AppError('channel_busy', { data: { reason: 'coexistence' } })
  assertNotTooOften(ctx, channelId)
  await perform(ctx, found, input).catch((error: unknown) => Promise.reject(asAppError(error)))
  await inTransaction(ctx, async (tx) => {
    const target = { type: 'channel', id: channelId, label: channel.phone }
    await recordAudit(tx, { action: 'channel.fixed', target, diff: { fix: input.fix } })
  })
  await checkHealth(ctx, ctx.company.id, channelId)
  return readChannel(ctx, channelId)
}
