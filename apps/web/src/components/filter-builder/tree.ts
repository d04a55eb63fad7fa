import { checkFilter } from '@recado/contracts/contacts/check-filter'
import type { ContactField, KnownReferences } from '@recado/contracts/contacts/contact-fields'
import { type FilterCondition, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'

export type FilterNode = FilterGroup | FilterCondition

/** Where a node stands: its place in its group, after those of the groups around it. */
export type Place = readonly number[]

/** A condition whose field is still to be chosen. */
export const blankCondition: FilterCondition = { field: '', operator: 'EQUAL', value: '' }

/** The tree with another node at a place, or without one. */
export const withNode = (tree: FilterGroup, [first, ...rest]: Place, node: FilterNode | null): FilterGroup => ({
  ...tree,
  children: tree.children.flatMap((child, index) => {
    if (index !== first) return [child]
    if (rest.length > 0) return isFilterGroup(child) ? [withNode(child, rest, node)] : [child]
    return node ? [node] : []
  }),
})

/** The path of a node as refusals name it. */
export const pathOf = (place: Place): string => place.map((index) => `children.${index}`).join('.')

/** The tree without what cannot be asked yet, for showing whom the rest of it leaves. */
export const completeOnly = (
  tree: FilterGroup,
  fields: readonly ContactField[],
  known: KnownReferences,
): FilterGroup => ({
  ...tree,
  children: tree.children.flatMap((node): FilterNode[] => {
    if (!isFilterGroup(node))
      return checkFilter({ value: 'AND', children: [node] }, fields, known).length === 0 ? [node] : []
    const complete = completeOnly(node, fields, known)
    return complete.children.length > 0 ? [complete] : []
  }),
})
