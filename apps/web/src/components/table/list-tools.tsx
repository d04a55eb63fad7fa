import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ListName, listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { DataTableColumn } from 'mantine-datatable'
import { startListExport } from '#web/lib/api/lists.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { ExportMenu } from './export-menu.tsx'
import { ListColumns } from './list-columns.tsx'
import { ListViews, type ViewSearch } from './list-views.tsx'

type Props<T> = {
  list: ListName
  /** Filters of the page as they stand in its address: without the cursor and without what is open. */
  search?: Readonly<Record<string, unknown>>
  /** Shows the page with the filters of a saved view; the page validates them. Lists without filters have no views. */
  onView?: (search: ViewSearch) => void
  /** Columns that can be hidden and moved; without them neither is offered. */
  columns?: DataTableColumn<T>[]
  /** What the file is filtered by, where the page's own filters are not it; null for people who may have no file. */
  exported?: Readonly<Record<string, unknown>> | null
}

const none = {}

/**
 * What stands beside the filters of a list: saved views, the columns and density of a person, and the list as a file.
 * The table itself takes the same `list`.
 */
export const ListTools = <T,>({ list, search = none, onView, columns, exported = search }: Props<T>) => {
  // There the rows are cards.
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const mayExport = !useSignedIn().admin_user || listsWithoutPeople.includes(list)
  return (
    <Group gap="xs" justify="flex-end" mb="sm">
      {onView ? <ListViews list={list} search={search} onView={onView} /> : null}
      {columns && !phone ? <ListColumns list={list} columns={columns} /> : null}
      {exported && mayExport ? <ExportMenu start={(format) => startListExport(list, exported, format)} /> : null}
    </Group>
  )
}
