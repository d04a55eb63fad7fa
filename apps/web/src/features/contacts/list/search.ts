import type { ContactSort } from '@recado/contracts/contacts/address-book'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { keptText, wordOf } from '#web/lib/api/search.ts'

const sorts = {
  created: true,
  '-created': true,
  name: true,
  '-name': true,
  inbound: true,
  '-inbound': true,
} satisfies Record<ContactSort, true>
/** As `filterTextLimit`, without what comes with it. */
const LONGEST = 4000

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
  'segment',
] as const

/** What the address of the list says: the filters as the API takes them, their order and the place in it. */
export type ContactSearch = { [key in Exclude<(typeof names)[number], 'sort'>]?: string } & {
  sort?: ContactSort
  /** Conditions; what they name is for the server to check. */
  filter?: FilterGroup
}

const isGroup = (value: unknown): value is FilterGroup =>
  typeof value === 'object' &&
  value !== null &&
  'value' in value &&
  (value.value === 'AND' || value.value === 'OR') &&
  'children' in value &&
  Array.isArray(value.children) &&
  value.children.every(
    (node: unknown) =>
      isGroup(node) || (typeof node === 'object' && node !== null && 'field' in node && 'operator' in node),
  )

/** A tree as the address has it, or as the text that saved views keep; undefined for anything else. */
const treeOf = (raw: unknown): FilterGroup | undefined => {
  if (typeof raw === 'string' && raw.length <= LONGEST) {
    try {
      return treeOf(JSON.parse(raw))
    } catch {
      return undefined
    }
  }
  return isGroup(raw) && raw.children.length > 0 ? raw : undefined
}

export const validateContactSearch = (raw: Record<string, unknown>): ContactSearch => {
  const { sort, ...kept } = keptText(names, raw)
  const known = wordOf(sorts, sort)
  const filter = treeOf(raw['filter'])
  return { ...kept, ...(known && known !== 'created' ? { sort: known } : {}), ...(filter ? { filter } : {}) }
}

/** The filters alone, as the API takes them. */
export const filterOf = ({ cursor: _, sort: __, filter, ...rest }: ContactSearch): Record<string, string> => ({
  ...rest,
  ...(filter ? { filter: JSON.stringify(filter) } : {}),
})
