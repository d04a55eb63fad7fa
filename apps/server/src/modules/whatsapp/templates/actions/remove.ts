import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { announceTemplates, clientOf, loadAccount } from '../accounts.ts'
import * as queries from '../queries/templates.ts'
import { loadTemplate } from './read.ts'

const GONE = new Set([2_593_002, 100])

/** Deleting what Meta no longer has is no error. */
const ignoreGone = (error: unknown): void => {
  if (error instanceof GraphError && error.fate === 'rejected' && error.code !== null && GONE.has(error.code)) return
  throw asAppError(error)
}

const deleteAtMeta = async (ctx: CompanyCtx, row: queries.TemplateRow, whole: boolean): Promise<void> => {
  const account = await loadAccount(ctx, row.companyId, row.waAccountId)
  const query = new URLSearchParams({ name: row.name, ...(whole || !row.metaId ? {} : { hsm_id: row.metaId }) })
  await clientOf(ctx, account)
    .remove(`/${encodeURIComponent(account.wabaId)}/message_templates?${query}`)
    .catch(ignoreGone)
}

/**
 * Deletes one language or the whole name, at Meta first. Throws `not_found`, `state_invalid` for a disabled one, which
 * Meta keeps, `provider_error`, `channel_not_sendable`.
 */
export const deleteTemplate = async (ctx: CompanyCtx, id: string, scope: 'language' | 'name'): Promise<void> => {
  const row = await loadTemplate(ctx, id)
  const whole = scope === 'name'
  const rows = whole ? await queries.listSiblings(ctx, row.companyId, row.waAccountId, row.name) : [row]
  const stuck = rows.find(({ status }) => status === 'DISABLED' || status === 'SUBMITTING')
  if (stuck) throw new AppError('state_invalid', { data: { status: stuck.status } })
  if (rows.some(({ metaId }) => metaId !== null)) await deleteAtMeta(ctx, row, whole)
  await inTransaction(ctx, async (tx) => {
    const ids = rows.map((one) => one.id)
    await queries.markTemplatesDeleted(tx, row.companyId, ids)
    const target = { type: 'template', id, label: whole ? row.name : `${row.name} (${row.language})` }
    const diff = { before: rows.map(({ language, components }) => ({ language, components })) }
    await recordAudit(tx, { action: 'template.deleted', target, diff })
    announceTemplates(tx, row.companyId, row.waAccountId, ids)
  })
}

/** Hides every language of the name, or shows them again; Meta is not told. Throws `not_found`. */
export const archiveTemplate = (ctx: CompanyCtx, id: string, archived: boolean): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await loadTemplate(tx, id)
    const rows = await queries.listSiblings(tx, row.companyId, row.waAccountId, row.name)
    for (const one of rows)
      await queries.updateTemplate(tx, row.companyId, one.id, { archivedAt: archived ? tx.now() : null })
    const target = { type: 'template', id, label: row.name }
    await recordAudit(tx, { action: archived ? 'template.archived' : 'template.unarchived', target })
    announceTemplates(
      tx,
      row.companyId,
      row.waAccountId,
      rows.map((one) => one.id),
    )
  })
