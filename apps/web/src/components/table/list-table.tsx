import type { ListName } from '@recado/contracts/shared/list-names'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListTools } from './list-tools.tsx'
import type { ViewSearch } from './list-views.tsx'

type Props<T, S> = Omit<DataTableProps<T>, 'cursor' | 'onCursor' | 'filtered' | 'onClearFilters'> & {
  list: ListName
  /** What the address of the page says: the filters, the place in the list and what is open. */
  search: S
  onSearch: (next: S) => void
  /** Reads an address, such as that of a saved view; what it makes of none clears every filter. */
  validate: (raw: ViewSearch) => S
  /** The filters alone. */
  filters: Readonly<Record<string, unknown>>
  /** What the file is filtered by, where it is not the filters; null for people who may have no file. */
  exported?: Readonly<Record<string, unknown>> | null | undefined
  /** What stands between the tools and the rows. */
  notice?: ReactNode
}

/** A list whose filters and place stand in the address of its page, with its views, columns and files above it. */
export const ListTable = <T extends { id: string }, S extends { cursor?: string | undefined }>(props: Props<T, S>) => {
  const { search, onSearch, validate, filters, exported = filters, notice, ...table } = props
  return (
    <>
      <ListTools
        list={table.list}
        search={filters}
        onView={(view) => onSearch(validate(view))}
        columns={table.columns}
        exported={exported}
      />
      {notice}
      <DataTable<T>
        {...table}
        cursor={search.cursor}
        onCursor={(cursor) => onSearch({ ...search, cursor })}
        filtered={Object.values(filters).some(Boolean)}
        onClearFilters={() => onSearch(validate({}))}
      />
    </>
  )
}
