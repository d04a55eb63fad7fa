import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { componentOf, type TemplateComponent, textOf } from '@recado/contracts/whatsapp/template-parts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { companyOf, loadAccount } from '../accounts.ts'
import { editingOf, recategorisedOf } from '../policy.ts'
import { listLiveChannels } from '../queries/accounts.ts'
import { listSamples } from '../queries/files.ts'
import { findNames } from '../queries/people.ts'
import * as queries from '../queries/templates.ts'
import { listUses } from '../queries/uses.ts'
import { listVersions } from '../queries/versions.ts'
import { samplesOf, withFiles } from '../samples.ts'
import { liveContent } from './history.ts'

/** A template of the company. Throws `not_found`. */
export const loadTemplate = async (ctx: Ctx, id: string): Promise<queries.TemplateRow> => {
  const row = await queries.findTemplateById(ctx, companyOf(ctx), id)
  if (!row) throw new AppError('not_found')
  return row
}

const filesOf = async (ctx: Ctx, row: queries.TemplateRow, draft: TemplateContent | null) => {
  const ids = [...Object.values(row.samples), ...Object.values(draft ? samplesOf(draft) : {})]
  const found = await listSamples(ctx, row.companyId, [...new Set(ids)])
  return Object.fromEntries(
    found.map(({ id, name, mime, size }) => [id, { url: fileUrl(ctx.deps, id), name, mime, size }]),
  )
}

const bodyOf = (row: queries.TemplateRow): string => {
  const components = row.draft?.components ?? (row.components as TemplateComponent[])
  return textOf(componentOf(components, 'BODY')?.text)
}

/** What customers see of the account's first number. */
const businessOf = async (ctx: Ctx, accountId: string): Promise<TemplateDetail['business']> => {
  const [channel] = await listLiveChannels(ctx, [accountId])
  if (!channel) return null
  return { name: channel.name, photoUrl: textOf(channel.profile['profile_picture_url']) || null }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Everything about a template, of whichever company. */
export const describeTemplate = async (ctx: Ctx, row: queries.TemplateRow): Promise<TemplateDetail> => {
  const account = await loadAccount(ctx, row.companyId, row.waAccountId)
  const siblings = await queries.listSiblings(ctx, row.companyId, row.waAccountId, row.name)
  const author = row.createdBy ? (await findNames(ctx, [row.createdBy])).get(row.createdBy) : undefined
  const live = liveContent(row)
  const text = bodyOf(row)
  return {
    id: row.id,
    accountId: account.id,
    accountName: account.name,
    wabaId: account.wabaId,
    business: await businessOf(ctx, account.id),
    name: row.name,
    language: row.language,
    status: row.status,
    category: row.category,
    quality: row.quality,
    source: row.source,
    rejectedReason: row.rejectedReason,
    recommendation: row.recommendation,
    pausedUntil: iso(row.pausedUntil),
    archived: row.archivedAt !== null,
    live: live && withFiles(live, row.samples),
    draft: row.draft,
    version: row.version,
    editing: editingOf(row, ctx.now()),
    recategorised: recategorisedOf(row, ctx.now()),
    files: await filesOf(ctx, row, row.draft),
    createdBy: row.createdBy && author !== undefined ? { id: row.createdBy, name: author } : null,
    siblings: siblings.filter(({ id }) => id !== row.id).map(({ id, language, status }) => ({ id, language, status })),
    twin: text === '' ? null : await queries.findTwin(ctx, row, text),
    submittedAt: iso(row.submittedAt),
    syncedAt: iso(row.syncedAt),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const readTemplate = async (ctx: Ctx, id: string): Promise<TemplateDetail> =>
  describeTemplate(ctx, await loadTemplate(ctx, id))

export const readVersions = async (ctx: Ctx, id: string) => {
  const row = await loadTemplate(ctx, id)
  const found = await listVersions(ctx, row.companyId, row.id)
  return {
    data: found.map(({ version, author }) => ({
      id: version.id,
      number: version.number,
      content: version.content,
      status: version.status,
      reason: version.reason,
      author,
      createdAt: version.createdAt.toISOString(),
    })),
  }
}

export const readUses = async (ctx: Ctx, id: string, scope: 'language' | 'name' = 'language') => {
  const row = await loadTemplate(ctx, id)
  const uses = await listUses(ctx, [row.companyId])
  return {
    data: uses
      .filter(({ name, language }) => name === row.name && (scope === 'name' || language === row.language))
      .map(({ kind, label, language, count, campaignId }) => ({ kind, label, language, count, campaignId })),
  }
}
