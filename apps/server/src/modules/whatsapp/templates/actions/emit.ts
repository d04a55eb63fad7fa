import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { TemplateRow } from '../queries/templates.ts'
import { listUses } from '../queries/uses.ts'
import { costOfMove } from './prices.ts'

type Known = Pick<
  TemplateRow,
  'id' | 'companyId' | 'waAccountId' | 'name' | 'language' | 'status' | 'quality' | 'category' | 'createdBy'
>
type News = {
  status?: string | null
  quality?: string | null
  category?: string | null
  reason?: string | null
}

const templateFacts = ({ id, companyId, waAccountId, name, language, createdBy }: Known) => ({
  ...{ templateId: id, companyId, accountId: waAccountId, name, language, authorId: createdBy },
})

const countPlaces = async (tx: Ctx, { companyId, name, language }: Known): Promise<number> => {
  const uses = (await listUses(tx, [companyId])).filter((use) => use.name === name && use.language === language)
  return uses.reduce((sum, { count }) => sum + count, 0)
}

/** Says what became of a template: its status, its quality and its category, each where it is not what it was. */
export const emitTemplate = async (tx: Ctx, before: Known, news: News): Promise<void> => {
  const facts = templateFacts(before)
  const { status, quality, category, reason = null } = news
  if (status && status !== before.status)
    await emit(tx, 'template.status_changed', { ...facts, status, reason, places: await countPlaces(tx, before) })
  if (quality && quality !== before.quality)
    await emit(tx, 'template.quality_changed', { ...facts, before: before.quality, quality })
  if (category && category !== before.category) {
    const cost = await costOfMove(tx, before.companyId, { before: before.category, after: category })
    await emit(tx, 'template.category_changed', { ...facts, before: before.category, category, cost })
  }
}
