import { Group, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ListName, listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { startListExport } from '#web/lib/api/lists.ts'
import { changeSearch } from '#web/lib/api/search.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type FilterField, type FilterPart, filterText, isSet } from './filters.ts'
import { ListColumns } from './list-columns.tsx'
import classes from './list-page.module.css'
import { SearchField } from './search-field.tsx'
import type { ViewSearch } from './view-search.ts'
import { ViewTabs } from './view-tabs.tsx'

type Props<T, S> = Omit<DataTableProps<T>, 'cursor' | 'onCursor' | 'filtered' | 'onClearFilters' | 'list'> & {
  list: ListName
  /** The heading of the page; without one the list stands below a heading of others. */
  title?: string
  /** How many there are, where it is known. */
  count?: number | undefined
  /** What can be created here. */
  actions?: ReactNode
  /** What the address of the page says: the filters, the place in the list and what is open. */
  search: S
  onSearch: (next: S) => void
  /** Reads an address, such as that of a saved view; what it makes of none clears every filter. */
  validate: (raw: ViewSearch) => S
  /** The filters alone. */
  filters: Readonly<Record<string, unknown>>
  /** What the list can be filtered by. */
  fields?: readonly FilterField<S>[]
  /** Which of the filters is the search in words, and what it looks in. */
  find?: { name: keyof S & string; label: string; least?: number }
  /** What the file is filtered by, where it is not the filters; null for people who may have no file. */
  exported?: Readonly<Record<string, unknown>> | null | undefined
  /** What stands between the head and the rows. */
  notice?: ReactNode
}

/** Names what was looked for, so that nobody has to remember it. */
const useLookedFor = (fields: readonly FilterField[], search: object, text: string) => {
  const { t, i18n } = useTranslation('lists')
  const set = fields.filter((field) => isSet(field, search))
  const parts = [
    ...(text ? [`“${text}”`] : []),
    ...set.map((field) => `${field.label}: ${filterText(field, search, i18n.language)}`),
  ]
  return parts.length > 0 ? t('noMatch', { filters: parts.join(' · ') }) : undefined
}

/**
 * A list of a page: its name, search, saved views, filters, columns and file in one row, then the rows. Everything that
 * is chosen stands in the address.
 */
export const ListPage = <T extends { id: string }, S extends { cursor?: string | undefined }>(props: Props<T, S>) => {
  const { title, count, actions, search, onSearch, validate, filters, fields = [], find, notice, ...rest } = props
  const { exported = filters, ...table } = rest
  const { t, i18n } = useTranslation('lists')
  // There the rows are cards.
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const mayExport = !useSignedIn().admin_user || listsWithoutPeople.includes(table.list)
  const change = (part: FilterPart) => onSearch(validate(changeSearch<object>(search, part) as ViewSearch))
  const text = String((find && search[find.name]) ?? '')
  const lookedFor = useLookedFor(fields, search, text)
  const hasFilters = fields.length > 0 || find !== undefined
  return (
    <>
      <div className={classes.head}>
        {title ? (
          <Group gap={8} wrap="nowrap" className={classes.title ?? ''}>
            <Title order={1}>{title}</Title>
            {count === undefined ? null : (
              <Text c="dimmed" aria-label={t('count', { count })}>
                {new Intl.NumberFormat(i18n.language).format(count)}
              </Text>
            )}
          </Group>
        ) : null}
        {find ? (
          <SearchField
            className={classes.find ?? ''}
            label={find.label}
            value={text}
            least={find.least ?? 2}
            onChange={(value) => change({ [find.name]: value })}
          />
        ) : null}
        {hasFilters ? (
          <ViewTabs list={table.list} search={filters} onView={(view) => onSearch(validate(view))} />
        ) : null}
        {fields.length > 0 ? <FilterChips fields={fields} search={search} onChange={change} /> : null}
        <Group gap={6} wrap="nowrap" className={classes.end ?? ''}>
          {phone ? null : <ListColumns list={table.list} columns={table.columns} />}
          {exported && mayExport ? (
            <ExportMenu start={(format) => startListExport(table.list, exported, format)} />
          ) : null}
          {actions}
        </Group>
      </div>
      {notice}
      <DataTable<T>
        {...table}
        cursor={search.cursor}
        onCursor={(cursor) => onSearch({ ...search, cursor })}
        filtered={Object.values(filters).some(Boolean)}
        lookedFor={lookedFor}
        onClearFilters={() => onSearch(validate({}))}
      />
    </>
  )
}
