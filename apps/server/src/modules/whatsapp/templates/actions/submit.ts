import { buffer } from 'node:stream/consumers'
import { templateProblems } from '@recado/contracts/whatsapp/template-check'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { announceTemplates, clientOf, loadAccount } from '../accounts.ts'
import { enqueueTemplateSync } from '../jobs.ts'
import { editingOf, isOurs, recategorised, recentEdits } from '../policy.ts'
import { listSamples } from '../queries/files.ts'
import * as queries from '../queries/templates.ts'
import { samplesOf, withHandles } from '../samples.ts'
import { emitTemplate } from './emit.ts'
import { addVersion } from './history.ts'
import { readTemplate } from './read.ts'
import { syncAccountTemplates } from './sync.ts'

const SETTLE_SECONDS = 5
const TAKEN = 2_388_024

type Begun = { row: queries.TemplateRow; content: TemplateContent }

const assertSubmittable = (row: queries.TemplateRow, version: number, now: Date): TemplateContent => {
  if (row.version !== version) throw new AppError('conflict', { data: { version: row.version } })
  if (!row.draft) throw new AppError('state_invalid', { data: { status: row.status, reason: 'unchanged' } })
  const editing = editingOf(row, now)
  if (editing.reason === 'status') throw new AppError('state_invalid', { data: { status: row.status } })
  if (!editing.allowed) throw new AppError('template_edit_limit', { data: { until: editing.until } })
  const problems = templateProblems(row.draft)
  if (problems.length > 0)
    throw new AppError('template_invalid', {
      errors: problems.map(({ path, code }) => ({ path, code, message: `${path}: ${code}` })),
    })
  if (row.status === 'APPROVED' && row.draft.category !== row.category)
    throw new AppError('template_invalid', {
      errors: [{ path: 'category', code: 'category_fixed', message: 'An approved template keeps its category' }],
    })
  return row.draft
}

const lock = async (tx: CompanyCtx, id: string): Promise<queries.TemplateRow> => {
  const row = await queries.lockTemplate(tx, tx.company.id, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Marks the template as on its way; null when it is on its way already. */
const begin = (ctx: CompanyCtx, id: string, version: number): Promise<Begun | null> =>
  inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.status === 'SUBMITTING' && !isOurs(row, tx.now())) return null
    const content = assertSubmittable(row, version, tx.now())
    await queries.updateTemplate(tx, row.companyId, id, { status: 'SUBMITTING', submittedAt: tx.now() })
    announceTemplates(tx, row.companyId, row.waAccountId, [id])
    return { row, content }
  })

/** Uploads the samples and answers their handles by file. */
const uploadSamples = async (ctx: CompanyCtx, client: GraphClient, { row, content }: Begun) => {
  const ids = [...new Set(Object.values(samplesOf(content)))]
  const found = await listSamples(ctx, row.companyId, ids)
  const handles = new Map<string, string>()
  if (found.length === 0) return handles
  const account = await loadAccount(ctx, row.companyId, row.waAccountId)
  const token = account.token ? ctx.deps.sealer.open(account.token) : ''
  const { app_id: appId } = await client.debugToken(token)
  for (const file of found) {
    const bytes = await buffer(ctx.deps.files.read(file.path))
    const upload = { bytes, mimeType: file.mime, fileName: file.name }
    handles.set(file.id, await client.uploadTemplateSample(String(appId ?? ''), upload))
  }
  return handles
}

type Answer = { id?: string; status?: string; category?: string }

const give = async (ctx: CompanyCtx, begun: Begun) => {
  const { row, content } = begun
  const account = await loadAccount(ctx, row.companyId, row.waAccountId)
  const client = clientOf(ctx, account)
  const components = withHandles(content, await uploadSamples(ctx, client, begun))
  const ttl = content.ttlSeconds === null ? {} : { message_send_ttl_seconds: content.ttlSeconds }
  if (row.metaId) {
    const category = row.status === 'APPROVED' ? {} : { category: content.category }
    const answer = await client.post<Answer>(`/${encodeURIComponent(row.metaId)}`, { components, ...category, ...ttl })
    return { metaId: row.metaId, category: answer.category ?? content.category, status: 'PENDING', components }
  }
  const answer = await client.post<Answer>(`/${encodeURIComponent(account.wabaId)}/message_templates`, {
    name: row.name,
    language: row.language,
    category: content.category,
    parameter_format: content.parameterFormat,
    components,
    ...ttl,
  })
  if (!answer.id) throw new GraphError({ message: 'The answer lacks an id', fate: 'unknown' })
  const { id: metaId, status = 'PENDING', category = content.category } = answer
  return { metaId, category, status, components }
}

const finish = (ctx: CompanyCtx, { row, content }: Begun, given: Awaited<ReturnType<typeof give>>): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const current = await lock(tx, row.id)
    const edits = recentEdits(row.edits, now).map((at) => at.toISOString())
    await addVersion(tx, row, content)
    await queries.updateTemplate(tx, row.companyId, row.id, {
      metaId: given.metaId,
      category: given.category,
      ...recategorised(content, given.category, now),
      // A webhook may have told what became of it before the answer came.
      ...(current.status === 'SUBMITTING' ? { status: given.status, rejectedReason: null, recommendation: null } : {}),
      components: given.components,
      parameterFormat: content.parameterFormat,
      ttlSeconds: content.ttlSeconds,
      samples: samplesOf(content),
      draft: null,
      version: current.version + 1,
      edits: row.status === 'APPROVED' ? [...edits, now.toISOString()] : edits,
    })
    if (given.category !== content.category)
      await emitTemplate(tx, { ...row, category: content.category }, { category: given.category })
    const target = { type: 'template', id: row.id, label: `${row.name} (${row.language})` }
    await recordAudit(tx, {
      action: row.metaId ? 'template.edited' : 'template.submitted',
      target,
      diff: { before: row.metaId ? row.components : null, after: given.components },
    })
    announceTemplates(tx, row.companyId, row.waAccountId, [row.id])
  })

/** Meta said no, or nothing was asked: all is as before. Without an answer only Meta's list can tell. */
const undo = (ctx: CompanyCtx, { row }: Begun, error: unknown): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const lost = error instanceof GraphError && error.fate === 'unknown'
    const current = await lock(tx, row.id)
    if (current.status === 'SUBMITTING')
      await queries.updateTemplate(tx, row.companyId, row.id, { status: lost ? 'UNKNOWN' : row.status })
    if (lost) await enqueueTemplateSync(tx, row.companyId, row.waAccountId, SETTLE_SECONDS)
    announceTemplates(tx, row.companyId, row.waAccountId, [row.id])
  })

/** What was left without an answer is looked up at Meta first, so that nothing is created twice. */
const settle = async (ctx: CompanyCtx, id: string): Promise<boolean> => {
  const row = await queries.findTemplateById(ctx, ctx.company.id, id)
  const open = row?.status === 'UNKNOWN' || (row?.status === 'SUBMITTING' && isOurs(row, ctx.now()))
  if (!row || !open) return false
  await syncAccountTemplates(ctx, row.companyId, row.waAccountId)
  const after = await queries.findTemplateById(ctx, ctx.company.id, id)
  return after?.draft === null
}

/**
 * Gives the draft to Meta. Safe to repeat: what is on its way is answered as it is. Throws `not_found`, `conflict`,
 * `state_invalid`, `template_invalid`, `template_edit_limit`, `duplicate`, `provider_error`, `channel_not_sendable`.
 */
export const submitTemplate = async (ctx: CompanyCtx, id: string, version: number): Promise<TemplateDetail> => {
  if (await settle(ctx, id)) return readTemplate(ctx, id)
  const begun = await begin(ctx, id, version)
  if (!begun) return readTemplate(ctx, id)
  try {
    await finish(ctx, begun, await give(ctx, begun))
  } catch (error) {
    await undo(ctx, begun, error)
    if (!(error instanceof GraphError)) throw error
    if (error.code === TAKEN) {
      await enqueueTemplateSync(ctx, ctx.company.id, begun.row.waAccountId)
      throw new AppError('duplicate', { cause: error })
    }
    if (error.fate !== 'unknown') throw asAppError(error)
  }
  return readTemplate(ctx, id)
}
