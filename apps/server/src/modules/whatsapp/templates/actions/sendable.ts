import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { companyOf } from '../accounts.ts'
import { findAccountOfChannel } from '../queries/accounts.ts'
import * as queries from '../queries/templates.ts'
import { syncAccountTemplates } from './sync.ts'

const summaryOf = (row: queries.TemplateRow): TemplateSummary => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  parameterFormat: row.parameterFormat,
  components: row.components,
})

const accountOf = async (ctx: Ctx, channelId: string): Promise<string> => {
  const accountId = await findAccountOfChannel(ctx, companyOf(ctx), channelId)
  if (!accountId) throw new AppError('not_found')
  return accountId
}

/** Approved templates that a channel may send. Throws `not_found`. */
export const listChannelTemplates = async (ctx: Ctx, channelId: string, search: string | undefined) => {
  const accountId = await accountOf(ctx, channelId)
  const companyId = companyOf(ctx)
  const rows = await queries.listApprovedTemplates(ctx, companyId, accountId, search)
  const syncedAt = await queries.latestSync(ctx, companyId, accountId)
  return { data: rows.map(summaryOf), syncedAt: syncedAt?.toISOString() ?? null }
}

/** A template of the channel's account by name and language; null when there is none. */
export const findChannelTemplate = async (ctx: Ctx, channelId: string, name: string, language: string) => {
  const accountId = await accountOf(ctx, channelId)
  return queries.findTemplateByName(ctx, { companyId: companyOf(ctx), accountId }, name, language)
}

/** Reads the templates of a channel's account from Meta. Throws `not_found`, `provider_error`, `channel_not_sendable`. */
export const syncChannelTemplates = async (ctx: Ctx, channelId: string): Promise<{ count: number }> => ({
  count: await syncAccountTemplates(ctx, companyOf(ctx), await accountOf(ctx, channelId)),
})

/**
 * A template of the company that a channel can send now. Its sample is what a media header shows. Throws `not_found`,
 * `template_not_sendable`.
 */
export const findTestable = async (ctx: Ctx, id: string, channelId: string) => {
  const row = await queries.findTemplateById(ctx, companyOf(ctx), id)
  if (!row || row.waAccountId !== (await accountOf(ctx, channelId))) throw new AppError('not_found')
  if (row.status !== 'APPROVED') throw new AppError('template_not_sendable', { data: { status: row.status } })
  const sample = row.samples['header']
  return { name: row.name, language: row.language, header: sample ? { headerFileId: sample } : {} }
}
