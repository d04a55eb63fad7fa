import { type ContactSort, contactSorts } from '@recado/contracts/contacts/address-book'
import { keptText } from '#web/lib/api/search.ts'

const names = [
  'cursor',
  'sort',
  'search',
  'tag',
  'list',
  'owner',
  'lifecycle',
  'marketing',
  'source',
  'channelId',
  'createdFrom',
  'createdTo',
  'inboundFrom',
  'inboundTo',
] as const

/** What the address of the list says: the filters as the API takes them, their order and the place in it. */
export type ContactSearch = { [key in Exclude<(typeof names)[number], 'sort'>]?: string } & { sort?: ContactSort }

export const validateContactSearch = (raw: Record<string, unknown>): ContactSearch => {
  const { sort, ...kept } = keptText(names, raw)
  const known = contactSorts.find((one) => one === sort)
  return { ...kept, ...(known && known !== 'created' ? { sort: known } : {}) }
}

/** The filters alone. */
export const filterOf = ({ cursor: _, sort: __, ...filter }: ContactSearch) => filter
