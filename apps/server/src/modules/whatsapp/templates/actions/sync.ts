import { type Ctx, inTransaction } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { newId } from '#server/lib/ids.ts'
import type { TemplateNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { announceTemplates, clientOf, companyOf, loadAccount } from '../accounts.ts'
import { isOurs, recategorised } from '../policy.ts'
import { listAccountLines, noteSync } from '../queries/accounts.ts'
import * as queries from '../queries/templates.ts'
import { samplesOf } from '../samples.ts'
import { emitTemplate } from './emit.ts'
import { addVersion, settleVersion } from './history.ts'

const rowOf = (companyId: string, accountId: string, node: TemplateNode, now: Date): queries.NewTemplate => ({
  id: newId(),
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
  ttlSeconds: node.message_send_ttl_seconds ?? null,
  approvedAt: node.status === 'APPROVED' ? now : null,
  source: 'meta',
  syncedAt: now,
})

const keyOf = (row: { name: string; language: string }) => `${row.name} ${row.language}`

/** What changed of a template that we knew, handled as if a webhook had said so. */
const settleChange = async (ctx: Ctx, before: queries.TemplateRow, after: queries.NewTemplate): Promise<void> => {
  await settleVersion(ctx, before, after.status, after.rejectedReason ?? null)
  if (before.metaId !== null && before.category !== after.category)
    await queries.updateTemplate(ctx, before.companyId, before.id, recategorised(before, after.category, ctx.now()))
  await emitTemplate(ctx, before, {
    status: after.status,
    quality: after.quality ?? null,
    category: after.category,
    reason: after.rejectedReason ?? null,
  })
}

/** Submitted, and no answer will come any more. */
const isLost = (row: queries.TemplateRow, now: Date) =>
  row.status === 'UNKNOWN' || (row.status === 'SUBMITTING' && isOurs(row, now))

/** Meta has what was submitted without an answer: the draft is what it has. */
const settleLost = async (ctx: Ctx, row: queries.TemplateRow, after: queries.NewTemplate): Promise<void> => {
  if (row.draft === null || row.metaId !== null) return
  await addVersion(ctx, { ...row, metaId: null }, row.draft)
  await settleVersion(ctx, row, after.status, after.rejectedReason ?? null)
  await queries.updateTemplate(ctx, row.companyId, row.id, { draft: null, samples: samplesOf(row.draft) })
}

/**
 * Makes our templates of an account those that Meta has now: new ones come in, those that are gone are marked as
 * deleted, drafts stay. Answers how many Meta has.
 */
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
    const known = await queries.listAccountTemplates(tx, companyId, accountId)
    await queries.upsertTemplates(tx, [...fresh.values()])
    for (const row of known) {
      const after = fresh.get(keyOf(row))
      if (after && isLost(row, now)) await settleLost(tx, row, after)
      else if (after) await settleChange(tx, row, after)
    }
    const missing = known.filter((row) => !fresh.has(keyOf(row)))
    const gone = missing.filter((row) => row.metaId !== null).map((row) => row.id)
    await queries.markTemplatesDeleted(tx, companyId, gone)
    // A submission without an answer that Meta knows nothing of never arrived: it is a draft again.
    for (const row of missing)
      if (row.metaId === null && row.status !== 'DRAFT' && isOurs(row, now))
        await queries.updateTemplate(tx, companyId, row.id, { status: 'DRAFT' })
    await noteSync(tx, companyId, accountId)
    announceTemplates(tx, companyId, accountId)
    return fresh.size
  })

/** Reads all templates of an account from Meta. Throws `provider_error`, or `channel_not_sendable` without a token. */
export const syncAccountTemplates = async (ctx: Ctx, companyId: string, accountId: string): Promise<number> => {
  const account = await loadAccount(ctx, companyId, accountId)
  const client = clientOf(ctx, account)
  const nodes = await client.listTemplates(account.wabaId).catch((error: unknown) => Promise.reject(asAppError(error)))
  return saveTemplates(ctx, companyId, accountId, nodes)
}

/**
 * Syncs one account of the company, or all that have a token: one that Meta does not answer for keeps no other
 * from being read, and its error is thrown then.
 */
export const syncTemplates = async (ctx: Ctx, accountId: string | undefined): Promise<{ count: number }> => {
  const companyId = companyOf(ctx)
  if (accountId) return { count: await syncAccountTemplates(ctx, companyId, accountId) }
  const lines = await listAccountLines(ctx, [companyId])
  let count = 0
  await eachApart(lines, async ({ id }) => {
    const { token } = await loadAccount(ctx, companyId, id)
    if (token) count += await syncAccountTemplates(ctx, companyId, id)
  }).catch((error: unknown) => Promise.reject(error instanceof AggregateError ? error.errors[0] : error))
  return { count }
}
