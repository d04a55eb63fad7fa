import type { FilterCondition, FilterGroup } from '@recado/contracts/shared/filter'
import type { ContactSearch } from './search.ts'

type Node = FilterGroup['children'][number]

const valuesIn = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? []

const oneOf = (field: string, operator: FilterCondition['operator'], text: string | undefined): Node[] => {
  const value = valuesIn(text)
  return value.length > 0 ? [{ field, operator, value }] : []
}

/** One of the values, or none at all where `none` is among them. */
const oneOrNone = (field: string, text: string | undefined): Node[] => {
  const value = valuesIn(text)
  const named = value.filter((one) => one !== 'none')
  const parts: Node[] = [
    ...(named.length > 0 ? [{ field, operator: 'IN' as const, value: named }] : []),
    ...(value.includes('none') ? [{ field, operator: 'IS_DEFINED' as const, value: false }] : []),
  ]
  return parts.length > 1 ? [{ value: 'OR', children: parts }] : parts
}

const days = (field: string, from: string | undefined, to: string | undefined): Node[] => {
  if (from && to) return [{ field, operator: 'BETWEEN', value: [from, to] }]
  if (from) return [{ field, operator: 'LARGER_EQUAL', value: from }]
  return to ? [{ field, operator: 'SMALLER_EQUAL', value: to }] : []
}

/** Filters of the list that conditions cannot say: words to search for, and numbers of the company. */
export const unsaid = ({ search, channelId, segment }: ContactSearch): boolean =>
  Boolean(search ?? channelId ?? segment)

/** The chips of the list as conditions, for keeping them as a segment. */
export const chipsAsTree = (search: ContactSearch): FilterGroup => {
  const children: Node[] = [
    ...oneOf('tags', 'ANY_IN', search.tag),
    ...oneOf('lists', 'ANY_IN', search.list),
    ...oneOrNone('owner', search.owner),
    ...oneOrNone('lifecycle', search.lifecycle),
    ...oneOf('consent.whatsapp.marketing', 'IN', search.marketing),
    ...oneOf('source', 'IN', search.source),
    ...days('last_inbound_at', search.inboundFrom, search.inboundTo),
    ...days('created_at', search.createdFrom, search.createdTo),
  ]
  const { filter } = search
  if (!filter) return { value: 'AND', children }
  if (children.length === 0) return filter
  return { value: 'AND', children: [...children, ...(filter.value === 'AND' ? filter.children : [filter])] }
}
