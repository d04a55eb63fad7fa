import type { TemplateSummary } from '@recado/contracts/channels'
import { v7 as uuidv7 } from 'uuid'
import { type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { TemplateNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { graphClientFor } from '../directory.ts'
import * as channelQueries from '../queries/channels.ts'
import * as queries from '../queries/templates.ts'
import { companyOf, loadChannel } from './load.ts'
import { asAppError } from './provider-error.ts'
import { announceChannel } from './status.ts'

const rowOf = (companyId: string, accountId: string, node: TemplateNode, now: Date): queries.NewTemplate => ({
  id: uuidv7(),
  companyId,
  waAccountId: accountId,
  metaId: node.id,
  name: node.name,
  language: node.language.replace('-', '_'),
  category: node.category,
  status: node.status,
  quality: node.quality_score?.score ?? null,
  rejectedReason: node.rejected_reason && node.rejected_reason !== 'NONE' ? node.rejected_reason : null,
  parameterFormat: node.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
  components: node.components ?? [],
  syncedAt: now,
})

const keyOf = (row: { name: string; language: string }) => `${row.name} ${row.language}`

/** Makes our templates of an account those that Meta has now. Answers how many there are. */
export const saveTemplates = (
  ctx: Ctx,
  companyId: string,
  accountId: string,
  nodes: readonly TemplateNode[],
): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const fresh = new Map(
      nodes.map((node) => rowOf(companyId, accountId, node, now)).map((row) => [keyOf(row), row] as const),
    )
    const known = await queries.listLiveTemplates(tx, companyId, accountId)
    await queries.upsertTemplates(tx, [...fresh.values()])
    const gone = known.filter((row) => !fresh.has(keyOf(row))).map((row) => row.id)
    await queries.markTemplatesDeleted(tx, companyId, gone)
    for (const channel of await channelQueries.listLiveChannelsOfAccount(tx, companyId, accountId))
      announceChannel(tx, companyId, channel.id)
    return fresh.size
  })

/** Reads all templates of an account from Meta. Throws `provider_error`, or `channel_not_sendable` without a token. */
export const syncAccountTemplates = async (ctx: Ctx, companyId: string, accountId: string): Promise<number> => {
  const account = await channelQueries.findAccountRow(ctx, companyId, accountId)
  if (!account) throw new AppError('not_found')
  if (!account.token) throw new AppError('channel_not_sendable')
  const client = graphClientFor(ctx.deps, ctx.deps.sealer.open(account.token))
  const nodes = await client.listTemplates(account.wabaId).catch((error: unknown) => Promise.reject(asAppError(error)))
  return saveTemplates(ctx, companyId, accountId, nodes)
}

export const syncChannelTemplates = async (ctx: Ctx, channelId: string): Promise<{ count: number }> => {
  const { account } = await loadChannel(ctx, channelId)
  return { count: await syncAccountTemplates(ctx, companyOf(ctx), account.id) }
}

const summaryOf = (row: queries.TemplateRow): TemplateSummary => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  parameterFormat: row.parameterFormat,
  components: row.components,
})

/** Approved templates that the channel may send. */
export const listChannelTemplates = async (ctx: Ctx, channelId: string, search: string | undefined) => {
  const { account } = await loadChannel(ctx, channelId)
  const companyId = companyOf(ctx)
  const rows = await queries.listApprovedTemplates(ctx, companyId, account.id, search)
  const syncedAt = await queries.latestSync(ctx, companyId, account.id)
  return { data: rows.map(summaryOf), syncedAt: syncedAt?.toISOString() ?? null }
}

/** A template of the channel's account by name and language; null when there is none. */
export const findChannelTemplate = async (ctx: Ctx, channelId: string, name: string, language: string) => {
  const { account } = await loadChannel(ctx, channelId)
  return queries.findTemplateRow(ctx, companyOf(ctx), account.id, name, language)
}
