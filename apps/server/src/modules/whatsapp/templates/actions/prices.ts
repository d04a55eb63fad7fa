import { templateCategories } from '@recado/contracts/whatsapp/template-content'
import type { TemplatePrice } from '@recado/contracts/whatsapp/template-prices'
import type { Ctx } from '#server/context.ts'
import { listPrices } from '../queries/prices.ts'

const MARKET = 'BR'

/** What a delivered message of each category costs a company in Brazil today; a category without a rate is left out. */
export const readPrices = async (ctx: Ctx, companyId: string): Promise<TemplatePrice[]> => {
  const rows = await listPrices(ctx, { companyId, market: MARKET }, ctx.now().toISOString().slice(0, 10))
  return templateCategories.flatMap((category) => {
    const found = rows.find((row) => row.category === category.toLowerCase())
    return found ? [{ ...found, category }] : []
  })
}

/** What a delivered message costs before and after a move between two categories; null without both prices, or the same. */
export const costOfMove = async (ctx: Ctx, companyId: string, { before, after }: { before: string; after: string }) => {
  const prices = await readPrices(ctx, companyId)
  const of = (category: string) => prices.find((price) => price.category === category)
  const [from, to] = [of(before), of(after)]
  if (!from || !to || from.currency !== to.currency || from.price === to.price) return null
  return { currency: from.currency, before: from.price, after: to.price }
}
