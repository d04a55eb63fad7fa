import type { Ctx } from '#server/context.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import { isPlainMember } from '../queries/people.ts'
import type { TemplateRow } from '../queries/templates.ts'
import { listUses } from '../queries/uses.ts'
import { costOfMove } from './prices.ts'

/** Meta tells some things twice and changes its mind in between; people hear of each once an hour. */
const hourOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 13)

const order = ['RED', 'YELLOW', 'GREEN']
const isLow = (quality: string) => quality === 'RED' || quality === 'YELLOW'
const fell = (before: string | null, after: string): boolean =>
  isLow(after) && (before === null || !isLow(before) || order.indexOf(after) < order.indexOf(before))

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

const stops = { PAUSED: 'template.paused', DISABLED: 'template.disabled' } as const
const isStop = (status: string): status is keyof typeof stops => status in stops

/** Tells the admins, and whoever wrote the template where it concerns them, what became of it. */
export const tellOfTemplate = async (ctx: Ctx, before: Known, news: News): Promise<void> => {
  const { status, quality, category, reason } = news
  const { companyId, name, language, createdBy } = before
  const payload = { templateId: before.id, accountId: before.waAccountId, template: name, language }
  const author = createdBy && (await isPlainMember(ctx, companyId, createdBy)) ? createdBy : null
  const factOf = (what: string) => ({ companyId, factId: [companyId, name, language, what, hourOf(ctx)].join(':') })
  const people = (what: string) => [
    { to: 'admins' as const, ...factOf(what) },
    ...(author ? [{ to: { users: [author] }, companyId, factId: `${factOf(what).factId}:author` }] : []),
  ]
  if (status && status !== before.status) {
    if (isStop(status)) {
      const uses = (await listUses(ctx, [companyId])).filter((use) => use.name === name && use.language === language)
      const places = uses.reduce((sum, { count }) => sum + count, 0)
      await tell(ctx, stops[status], {
        to: 'admins',
        ...factOf(status),
        payload: { ...payload, places },
      })
    }
    if (status === 'APPROVED')
      for (const fact of people(status)) await tell(ctx, 'template.approved', { ...fact, payload })
    if (status === 'REJECTED')
      for (const fact of people(status))
        await tell(ctx, 'template.rejected', { ...fact, payload: { ...payload, reason: reason ?? '' } })
  }
  if (quality && fell(before.quality, quality))
    for (const fact of people(quality))
      await tell(ctx, 'template.quality_low', { ...fact, payload: { ...payload, quality } })
  if (category && category !== before.category) {
    const cost = await costOfMove(ctx, before.category, category)
    await tell(ctx, 'template.category_changed', {
      to: 'admins',
      ...factOf(category),
      payload: { ...payload, category, before: before.category, ...cost },
    })
  }
}
