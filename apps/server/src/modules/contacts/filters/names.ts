import { conditionsOf, type FilterGroup } from '@recado/contracts/shared/filter'
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
