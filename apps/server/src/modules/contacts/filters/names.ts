import { conditionsOf, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'
import type { UsableKind } from '#server/modules/shared/settings-resource/index.ts'

const attribute = 'attributes.'
const fields = { tag: 'tags', list: 'lists', segment: 'segments' } as const

/** The settings of a kind that a tree names, each once: their ids, and of attributes their keys. */
export const namedIn = (tree: FilterGroup, kind: UsableKind): string[] => {
  const conditions = conditionsOf(tree)
  const named =
    kind === 'attribute'
      ? conditions.flatMap(({ field }) => (field.startsWith(attribute) ? field.slice(attribute.length) : []))
      : conditions.flatMap(({ field, value }) => (field === fields[kind] ? [value].flat().map(String) : []))
  return [...new Set(named)]
}

type Listed = keyof typeof fields

/** The tree with the id of another setting of a kind in the place of one, each once in a condition. */
export const replacedIn = (tree: FilterGroup, kind: Listed, from: string, to: string): FilterGroup => ({
  ...tree,
  children: tree.children.map((node) => {
    if (isFilterGroup(node)) return replacedIn(node, kind, from, to)
    if (node.field !== fields[kind]) return node
    const values = [...new Set([node.value].flat().map((one) => (one === from ? to : one)))]
    return { ...node, value: Array.isArray(node.value) ? values : (values[0] ?? to) }
  }),
})
