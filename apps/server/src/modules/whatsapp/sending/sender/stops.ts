import { type Deps, systemCtx } from '#server/context.ts'
import type { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { stopChannels } from '#server/modules/whatsapp/channels/index.ts'
import { findChannelAccess } from '#server/modules/whatsapp/directory/index.ts'
import type { Lane } from './lane.ts'

const PAUSE_MS = 60 * 60 * 1000
const tokenCodes: ReadonlySet<number | null> = new Set([0, 104, 190])

export type SendingStop = { status: 'token_expired' | 'restricted'; reach: 'channel' | 'account' }

/** What an error that stops a sender makes of the channel; null for one that concerns the message alone. */
export const stopOf = (error: GraphError): SendingStop | null => {
  const { policy, scope } = error.rule
  if (error.fate !== 'rejected' || policy !== 'stop' || scope === 'campaign' || scope === 'message') return null
  if (tokenCodes.has(error.code)) return { status: 'token_expired', reach: 'account' }
  return { status: 'restricted', reach: scope === 'channel' ? 'channel' : 'account' }
}

/** Whether an error says that a token is no good which the channel has no more. */
export const isOfFormerToken = async (
  deps: Deps,
  { channelId }: Pick<Lane, 'channelId'>,
  error: GraphError,
  accessToken: string | null,
): Promise<boolean> => {
  if (stopOf(error)?.status !== 'token_expired') return false
  const access = await findChannelAccess(deps, channelId)
  return access !== null && access.accessToken !== null && access.accessToken !== accessToken
}

/** Stops the channel, or all of its account, and tells people why. A restriction holds for an hour at least. */
export const applyStop = async (deps: Deps, lane: Lane, error: GraphError): Promise<void> => {
  const stop = stopOf(error)
  if (!stop || lane.status === stop.status) return
  lane.status = stop.status
  await stopChannels(systemCtx(deps, 'sending.stop'), {
    companyId: lane.companyId,
    accountId: lane.accountId,
    channelId: stop.reach === 'channel' ? lane.channelId : null,
    change: {
      status: stop.status,
      reason: `graph:${error.code}`,
      restrictedUntil: stop.status === 'restricted' ? new Date(deps.now().getTime() + PAUSE_MS) : null,
    },
  })
}
