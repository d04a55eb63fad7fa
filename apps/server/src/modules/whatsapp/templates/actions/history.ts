import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { templateContent } from '@recado/contracts/whatsapp/template-content'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import type { TemplateRow } from '../queries/templates.ts'
import * as versions from '../queries/versions.ts'

/** What Meta has of a template, as content; null while it has none or something that we cannot read. */
export const liveContent = (row: TemplateRow): TemplateContent | null => {
  if (row.metaId === null) return null
  const { category, parameterFormat, components, ttlSeconds } = row
  const parsed = templateContent.safeParse({ category, parameterFormat, components, ttlSeconds })
  return parsed.success ? parsed.data : null
}

/** Notes what is being submitted. */
export const addVersion = async (ctx: Ctx, row: TemplateRow, content: TemplateContent): Promise<void> => {
  const authorId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const number = (await versions.latestNumber(ctx, row.id)) + 1
  // What Meta had before we ever submitted anything is the first version.
  const live = number === 1 ? liveContent(row) : null
  const base = { companyId: row.companyId, templateId: row.id, reason: null }
  if (live)
    await versions.insertVersion(ctx, {
      ...base,
      id: newId(),
      number,
      content: live,
      status: row.status,
      authorId: null,
      createdAt: row.createdAt,
    })
  await versions.insertVersion(ctx, {
    ...base,
    id: newId(),
    number: live ? number + 1 : number,
    content,
    status: 'PENDING',
    authorId,
    createdAt: ctx.now(),
  })
}

/** Notes what became of the last submission. */
export const settleVersion = async (
  ctx: Ctx,
  row: Pick<TemplateRow, 'id' | 'status'>,
  status: string,
  reason: string | null,
): Promise<void> => {
  if (status !== row.status) await versions.updateLatest(ctx, row.id, { status, reason })
}
