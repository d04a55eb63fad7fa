import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isUuid, newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { announceTemplates, loadAccount } from '../accounts.ts'
import { lockedUntil, lockStart } from '../policy.ts'
import { listSamples } from '../queries/files.ts'
import * as queries from '../queries/templates.ts'
import { samplesOf, withFiles } from '../samples.ts'
import { liveContent } from './history.ts'
import { loadTemplate } from './read.ts'

const LARGEST_CONTENT = 100_000

type NewDraft = { accountId: string; name: string; language: string; content: TemplateContent }

/** Samples must be files of the company. Throws `validation_failed`. */
const assertContent = async (ctx: CompanyCtx, content: TemplateContent): Promise<void> => {
  const refuse = (code: string, message: string) => {
    throw new AppError('validation_failed', { errors: [{ path: 'content.components', code, message }] })
  }
  if (JSON.stringify(content).length > LARGEST_CONTENT) refuse('too_big', 'The template is too large')
  const ids = [...new Set(Object.values(samplesOf(content)))]
  const found = ids.every((id) => isUuid(id)) ? await listSamples(ctx, ctx.company.id, ids) : []
  if (found.length < ids.length) refuse('not_found', 'No such sample')
}

/** Whether Meta would take the name: not locked, and all its languages in one category. */
const assertName = async (ctx: CompanyCtx, { accountId, name, content }: NewDraft): Promise<void> => {
  const deletedAt = await queries.findDeletion(ctx, accountId, name, lockStart(ctx.now()))
  if (deletedAt) throw new AppError('template_name_locked', { data: { until: lockedUntil(deletedAt).toISOString() } })
  const siblings = await queries.listSiblings(ctx, ctx.company.id, accountId, name)
  const other = siblings.find((row) => (row.draft?.category ?? row.category) !== content.category)
  if (other) throw new AppError('template_category_fixed', { data: { category: other.category } })
}

/** Begins a template. Throws `not_found` for the account, `duplicate`, `template_name_locked`, `template_category_fixed`. */
export const createDraft = (
  ctx: CompanyCtx,
  input: NewDraft,
  source: 'local' | 'library' = 'local',
): Promise<{ id: string }> =>
  inTransaction(ctx, async (tx) => {
    const { accountId, name, language, content } = input
    await loadAccount(tx, tx.company.id, accountId)
    await assertContent(tx, content)
    const account = { companyId: tx.company.id, accountId }
    const taken = await queries.findTemplateByName(tx, account, name, language)
    if (taken) throw new AppError('duplicate', { data: { id: taken.id } })
    await assertName(tx, input)
    const row = await queries.insertTemplate(tx, {
      id: newId(),
      companyId: tx.company.id,
      waAccountId: accountId,
      name,
      language,
      category: content.category,
      parameterFormat: content.parameterFormat,
      status: 'DRAFT',
      source,
      draft: content,
      createdBy: tx.actor.kind === 'user' ? tx.actor.userId : null,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    if (!row) throw new AppError('duplicate')
    const target = { type: 'template', id: row.id, label: `${name} (${language})` }
    await recordAudit(tx, { action: 'template.created', target, diff: { after: content } })
    announceTemplates(tx, tx.company.id, accountId, [row.id])
    return { id: row.id }
  })

/** Saves what is written over the version that was read. Throws `not_found`, `conflict`, `state_invalid`. */
export const saveDraft = (ctx: CompanyCtx, id: string, version: number, content: TemplateContent) =>
  inTransaction(ctx, async (tx) => {
    const row = await loadTemplate(tx, id)
    if (row.status === 'SUBMITTING' || row.status === 'PENDING_DELETION')
      throw new AppError('state_invalid', { data: { status: row.status } })
    await assertContent(tx, content)
    const saved = await queries.writeDraft(tx, { companyId: row.companyId, id, version }, content)
    if (saved === null) throw new AppError('conflict', { data: { version: row.version } })
    if (row.metaId === null) await queries.updateTemplate(tx, row.companyId, id, { category: content.category })
    announceTemplates(tx, row.companyId, row.waAccountId, [id])
    return { version: saved }
  })

/** Throws the unpublished changes away. Throws `not_found`, `state_invalid` for what Meta has never seen. */
export const discardDraft = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await loadTemplate(tx, id)
    if (row.metaId === null) throw new AppError('state_invalid', { data: { status: row.status } })
    if (row.draft === null) return
    await queries.writeDraft(tx, row, null)
    const target = { type: 'template', id, label: `${row.name} (${row.language})` }
    await recordAudit(tx, { action: 'template.draft_discarded', target, diff: { before: row.draft } })
    announceTemplates(tx, row.companyId, row.waAccountId, [id])
  })

type CopyTo = { accountId?: string | undefined; language?: string | undefined; name?: string | undefined }

/** A draft with the content of this template; samples stay with their company. Throws what `createDraft` throws. */
export const copyRow = async (ctx: CompanyCtx, row: queries.TemplateRow, to: CopyTo): Promise<{ id: string }> => {
  const live = liveContent(row)
  const content = row.draft ?? (live && withFiles(live, row.samples))
  if (!content) throw new AppError('not_found')
  return createDraft(ctx, {
    accountId: to.accountId ?? row.waAccountId,
    language: to.language ?? row.language,
    name: to.name ?? row.name,
    content: row.companyId === ctx.company.id ? content : withFiles(content, {}),
  })
}

/** Copies a template of the company. Throws `not_found`, and what copying throws. */
export const copyTemplate = async (ctx: CompanyCtx, id: string, to: CopyTo): Promise<{ id: string }> =>
  copyRow(ctx, await loadTemplate(ctx, id), to)
