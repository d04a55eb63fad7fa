import { Group, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ListName, listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { startListExport } from '#web/lib/api/lists.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { ExportButton, ExportMenu } from './export-menu.tsx'
import { ListColumns } from './list-columns.tsx'
import classes from './list-page.module.css'
import type { DataTableColumn } from './table-columns.ts'

export type ListHeadProps<T> = {
  /** The heading of the list; without one it stands below a heading of others. */
  title?: string
  /** Its level: the list is the page, or a part of one. */
  order?: 1 | 2
  /** How many there are, where it is known. */
  count?: number | undefined
  /** What can be created here. */
  actions?: ReactNode
  /** Which list it is; without one it has no views, columns to choose or file. */
  list?: ListName | undefined
  /** Empty if the rows are not a table. */
  columns: DataTableColumn<T>[]
  /** What the file is filtered by; null for people who may have no file. */
  exported?: Readonly<Record<string, unknown>> | null | undefined
  /** Opens the choice of what the file is to have, where there is one. */
  onExport?: (() => void) | undefined
  /** The search, views and filters. */
  children?: ReactNode
}

const none = {}

/** What stands above a list, in one row: its name, what narrows it, its columns and file, and what can be created. */
export const ListHead = <T,>(props: ListHeadProps<T>) => {
  const { title, order = 1, count, actions, list, columns, exported = none, onExport, children } = props
  const { t, i18n } = useTranslation('lists')
  // There the rows are cards.
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const isAdmin = Boolean(useSignedIn().admin_user)
  const mayExport = list && exported && (!isAdmin || listsWithoutPeople.includes(list))
  const hasEnd = (list && !phone) || mayExport || actions
  return (
    <div className={classes.head} data-list>
      <div className={classes.main}>
        {title ? (
          <Group gap={8} wrap="nowrap" className={classes.title ?? ''}>
            <Title order={order}>{title}</Title>
            {count === undefined ? null : (
              <Text c="dimmed" aria-label={t('count', { count })}>
                {new Intl.NumberFormat(i18n.language).format(count)}
              </Text>
            )}
          </Group>
        ) : null}
        {children}
      </div>
      {hasEnd ? (
        <Group gap={6} wrap="nowrap" className={classes.end ?? ''}>
          {list && !phone && columns.length > 0 ? <ListColumns list={list} columns={columns} /> : null}
          {mayExport && onExport ? <ExportButton onClick={onExport} /> : null}
          {mayExport && !onExport ? <ExportMenu start={(format) => startListExport(list, exported, format)} /> : null}
          {actions}
        </Group>
      ) : null}
    </div>
  )
}
