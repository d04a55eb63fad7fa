import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import * as queries from '../queries/channels.ts'
import { runChecks } from './check.ts'
import { assertChecked } from './connect.ts'
import { checkHealth } from './health.ts'
import { loadChannel } from './load.ts'
import { readChannel } from './read.ts'
import { announceChannel, changeChannelStatus } from './status.ts'

/** Gives the channel's account a new token after trying it. Throws what connecting throws about tokens. */
export const replaceChannelToken = async (ctx: CompanyCtx, channelId: string, accessToken: string) => {
  const { channel, account } = await loadChannel(ctx, channelId)
  const { sealer } = ctx.deps
  const appSecret = account.appSecret ? sealer.open(account.appSecret) : undefined
  const input = { wabaId: account.wabaId, phoneNumberId: channel.phoneNumberId, accessToken, appSecret }
  const checks = await runChecks(ctx, input)
  const concernsToken = checks.failed && !['free', 'registration', 'subscription'].includes(checks.failed.step)
  if (concernsToken) assertChecked(checks)
  await inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    await queries.updateAccount(tx, companyId, account.id, { token: sealer.seal(accessToken) })
    for (const { id, status } of await queries.listLiveChannelsOfAccount(tx, companyId, account.id)) {
      if (status === 'token_expired')
        await changeChannelStatus(tx, companyId, id, { status: 'connected', reason: null })
      announceChannel(tx, companyId, id)
    }
    const target = { type: 'channel', id: channelId, label: channel.phone }
    await recordAudit(tx, { action: 'channel.token_replaced', target })
  })
  await checkHealth(ctx, ctx.company.id, channelId)
  return readChannel(ctx, channelId)
}
