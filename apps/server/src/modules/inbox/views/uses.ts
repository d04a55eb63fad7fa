import { type FilterGroup, filterText } from '@recado/contracts/shared/filter'
import type { CompanyCtx } from '#server/context.ts'
import { namedIn, replacedIn } from '#server/modules/contacts/filters/index.ts'
import {
  editorOf,
  type RemovedSetting,
  type SettingUses,
  type UsableKind,
} from '#server/modules/shared/settings-resource/index.ts'
import { listViewsOf, updateSearch, type ViewRow } from './queries.ts'

const nothing: FilterGroup = { value: 'AND', children: [] }

const treeOf = ({ search }: ViewRow) => filterText.safeParse(search['filter']).data ?? nothing

/** The ids of a kind that the address of a list of contacts names beside its conditions. */
const listedIn = ({ search }: ViewRow, kind: UsableKind): string[] => {
  const listed = kind === 'attribute' ? undefined : search[kind]
  return typeof listed === 'string' ? listed.split(',') : []
}

/** What the filters of a view of contacts name: ids of a kind, and those of its conditions. */
const namedBy = (view: ViewRow, kind: UsableKind): string[] => [
  ...new Set([...listedIn(view, kind), ...namedIn(treeOf(view), kind)]),
]

/** What saved views of contacts name. */
export const settingsInViews: SettingUses = async (ctx, kind) => {
  const { userId } = editorOf(ctx)
  return (await listViewsOf(ctx, 'contacts')).flatMap((view) =>
    namedBy(view, kind).map((setting) => ({
      setting,
      by: 'view',
      id: view.id,
      name: view.name,
      seen: view.shared || view.ownerId === userId,
    })),
  )
}

/** Of tags that are merged, views ask for the one that stays. */
export const followMerge = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  for (const view of await listViewsOf(tx, 'contacts')) {
    const [listed, tree] = [listedIn(view, 'tag'), treeOf(view)]
    const search = { ...view.search }
    if (listed.includes(tagId)) search['tag'] = [...new Set(listed.map((id) => (id === tagId ? intoId : id)))].join(',')
    if (namedIn(tree, 'tag').includes(tagId)) search['filter'] = JSON.stringify(replacedIn(tree, 'tag', tagId, intoId))
    if (namedBy(view, 'tag').includes(tagId)) await updateSearch(tx, view.id, search)
  }
}
