import { filterText } from '@recado/contracts/shared/filter'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { namesHidden } from '#server/modules/contacts/filters/index.ts'
import type { ViewRow } from './queries.ts'

/** What people type to find someone, by its name in the address of a page. */
const typed = ['search', 'q', 'contact']
const wholeValue = /[^\s@:"]@[^\s@"]|\d(?:[\s().-]*\d){7}/

const namesWholeValue = (search: ViewRow['search']): boolean =>
  typed.some((key) => typeof search[key] === 'string' && wholeValue.test(search[key]))

const namesHiddenField = async (ctx: CompanyCtx, { filter }: ViewRow['search']): Promise<boolean> => {
  const tree = filterText.safeParse(filter)
  return tree.success && namesHidden(ctx, tree.data)
}

/** Whether a view that someone else shares looks for a phone, an address or a sensitive value that the reader may not see. */
export const isHiddenView = async (ctx: UserCtx, { search, ownerId }: Pick<ViewRow, 'search' | 'ownerId'>) => {
  const { company } = ctx
  if (company === null || ownerId === ctx.actor.userId || seesPersonalData({ ...ctx, company })) return false
  return namesWholeValue(search) || namesHiddenField({ ...ctx, company }, search)
}
