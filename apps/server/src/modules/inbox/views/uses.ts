import { type FilterGroup, filterText } from '@recado/contracts/shared/filter'
import { namedIn } from '#server/modules/contacts/filters/index.ts'
import { editorOf, type SettingUses, type UsableKind } from '#server/modules/shared/settings-resource/index.ts'
import { listViewsOf, type ViewRow } from './queries.ts'

const nothing: FilterGroup = { value: 'AND', children: [] }

/** What the filters of a view of contacts name: ids of a kind, and those of its conditions. */
const namedBy = ({ search }: ViewRow, kind: UsableKind): string[] => {
  const listed = kind === 'attribute' ? undefined : search[kind]
  const tree = filterText.safeParse(search['filter']).data ?? nothing
  return [...new Set([...(typeof listed === 'string' ? listed.split(',') : []), ...namedIn(tree, kind)])]
}

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
