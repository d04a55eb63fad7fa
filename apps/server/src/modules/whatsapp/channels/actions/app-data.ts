import { type Ctx, inTransaction } from '#server/context.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { listSyncEvents } from '../queries/sync-events.ts'
import { recordChannelEvent } from './status.ts'

const DAY_MS = 86_400_000
const types = { contacts: 'smb_app_state_sync', history: 'history' } as const
export type AppData = keyof typeof types

/**
 * Asks the phone app for its contacts, or for its past. Once: what was asked within 24 hours, or since `since`, is not
 * asked again, whatever became of it, because asking again can break the app. That it was asked is kept before Meta hears
 * of it. Answers `refused` when Meta said no.
 */
export const requestAppData = async (
  ctx: Ctx,
  companyId: string,
  channelId: string,
  { what, since }: { what: AppData; since: Date },
): Promise<'requested' | 'refused'> => {
  const asked = await inTransaction(ctx, async (tx) => {
    const row = await queries.lockChannel(tx, companyId, channelId)
    if (!row || row.disconnectedAt) return null
    const dayAgo = new Date(tx.now().getTime() - DAY_MS)
    const events = await listSyncEvents(tx, companyId, channelId, since < dayAgo ? since : dayAgo)
    if (events.some(({ kind, after }) => kind === 'sync_requested' && after === what)) return null
    await recordChannelEvent(tx, companyId, channelId, { kind: 'sync_requested', after: what })
    return queries.findChannelRow(tx, companyId, channelId)
  })
  if (!asked?.account.token) return 'requested'
  const { channel, account } = asked
  try {
    const client = graphClientFor(ctx.deps, ctx.deps.sealer.open(account.token ?? ''))
    const body = { messaging_product: 'whatsapp', sync_type: types[what] }
    await client.post(`/${encodeURIComponent(channel.phoneNumberId)}/smb_app_data`, body)
    return 'requested'
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.fate === 'unknown') return 'requested'
    const detail = { code: error.code }
    await recordChannelEvent(ctx, companyId, channelId, { kind: 'sync_refused', after: what, detail })
    return 'refused'
  }
}
