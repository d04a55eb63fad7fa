import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSearch } from '#web/lib/api/search.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type FilterField, type FilterPart, filterText, isSet } from './filters.ts'
import { ListHead, type ListHeadProps } from './list-head.tsx'
import classes from './list-page.module.css'
import { SearchField } from './search-field.tsx'
import type { ViewSearch } from './view-search.ts'
import { ViewTabs } from './view-tabs.tsx'

type Rows<T> = Omit<DataTableProps<T>, 'cursor' | 'onCursor' | 'filtered' | 'onClearFilters'> &
  Omit<ListHeadProps<T>, 'children'> & {
    /** What stands between the head and the rows. */
    notice?: ReactNode
  }

type Narrowed<T, S> = Rows<T> & {
  /** What the address of the page says: the filters, the place in the list and what is open. */
  search: S
  onSearch: (next: S) => void
  /** Reads an address, such as that of a saved view; what it makes of none clears every filter. */
  validate: (raw: ViewSearch) => S
  /** The filters alone. */
  filters: Readonly<Record<string, unknown>>
  /** What the list can be filtered by. */
  fields?: readonly FilterField<S>[]
  /** What else can be done with the filters that are set. */
  filterActions?: ReactNode
  /** Which of the filters is the search in words, and what it looks in. */
  find?: { name: keyof S & string; label: string; least?: number } | undefined
}

/** Names the active filters when nothing matches. */
const useLookedFor = (fields: readonly FilterField[], search: object, text: string) => {
  const { t, i18n } = useTranslation('lists')
  const set = fields.filter((field) => isSet(field, search))
  const parts = [
    ...(text ? [`“${text}”`] : []),
    ...set.map((field) => [field.label, filterText(field, search, i18n.language)].filter(Boolean).join(': ')),
  ]
  return parts.length > 0 ? t('noMatch', { filters: parts.join(' · ') }) : undefined
}

const NarrowedList = <T extends { id: string }, S extends object>(props: Narrowed<T, S>) => {
  const {
    title,
    order,
    count,
    actions,
    search,
    onSearch,
    validate,
    filters,
    fields = [],
    filterActions,
    find,
    notice,
    ...rest
  } = props
  const { exported = filters, onExport, ...table } = rest
  const change = (part: FilterPart) => onSearch(validate(changeSearch<object>(search, part) as ViewSearch))
  const text = String((find && search[find.name]) ?? '')
  const lookedFor = useLookedFor(fields, search, text)
  const hasFilters = fields.length > 0 || find !== undefined
  const narrowing = (
    <>
      {fields.length > 0 ? <FilterChips fields={fields} search={search} onChange={change} /> : null}
      {filterActions ? <div className={classes.also}>{filterActions}</div> : null}
    </>
  )
  const cursor = 'cursor' in search && typeof search.cursor === 'string' ? search.cursor : undefined
  return (
    <>
      <ListHead<T>
        {...(title ? { title } : {})}
        {...(order ? { order } : {})}
        {...{ count, actions, exported, onExport, list: table.list, columns: table.columns }}
      >
        {find ? (
          <SearchField
            className={classes.find ?? ''}
            label={find.label}
            value={text}
            least={find.least ?? 2}
            onChange={(value) => change({ [find.name]: value })}
          />
        ) : null}
        {hasFilters && table.list ? (
          <ViewTabs list={table.list} search={filters} onView={(view) => onSearch(validate(view))}>
            {narrowing}
          </ViewTabs>
        ) : (
          narrowing
        )}
      </ListHead>
      {notice}
      <DataTable<T>
        {...table}
        cursor={cursor}
        onCursor={(next) => onSearch({ ...search, cursor: next })}
        filtered={Object.values(filters).some(Boolean)}
        lookedFor={lookedFor}
        onClearFilters={() => onSearch(validate({}))}
      />
    </>
  )
}

const WholeList = <T extends { id: string }>({
  title,
  order,
  count,
  actions,
  exported,
  onExport,
  notice,
  ...table
}: Rows<T>) => (
  <>
    <ListHead<T>
      {...(title ? { title } : {})}
      {...(order ? { order } : {})}
      {...{ count, actions, exported, onExport, list: table.list, columns: table.columns }}
    />
    {notice}
    <DataTable<T> {...table} />
  </>
)

/**
 * A list of a page: its name, search, saved views, filters, columns and file in one row, then the rows. Everything that
 * is chosen stands in the address. A list that is always short is shown whole, without `search`.
 */
export const ListPage = <T extends { id: string }, S extends object>(props: Narrowed<T, S> | Rows<T>) =>
  'search' in props ? <NarrowedList<T, S> {...props} /> : <WholeList<T> {...props} />
