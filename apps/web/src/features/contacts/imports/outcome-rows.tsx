import { Group, Stack, Text } from '@mantine/core'
import {
  type ContactImport,
  type ImportAction,
  type ImportField,
  importFields,
  type listImportRows,
} from '@recado/contracts/contacts/imports'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { rowsQuery } from './api.ts'
import { useColumnName, useImportFields } from './fields.ts'
import classes from './imports.module.css'
import type { RowSearch } from './search.ts'

type Row = EndpointResponse<typeof listImportRows>['data'][number] & { id: string }

const tones: Record<ImportAction, StatusTone> = {
  created: 'good',
  updated: 'open',
  unchanged: 'none',
  skipped: 'warning',
  failed: 'bad',
}

/** So many columns of the file are shown, those that tell rows apart first; fewer beside the steps. */
const mostCells = { planned: 3, done: 4 } as const

const placesOf = ({ mapping }: ContactImport, planned: boolean): number[] =>
  mapping.columns
    .flatMap((field, place) => (field === null ? [] : [{ place, rank: importFields.indexOf(field as ImportField) }]))
    .map(({ place, rank }) => ({ place, rank: rank < 0 ? importFields.length : rank }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostCells[planned ? 'planned' : 'done'])
    .map(({ place }) => place)

const OutcomeText = ({ row, planned }: { row: Row; planned: boolean }) => {
  const { t } = useTranslation('contacts/imports')
  const { nameOf } = useImportFields()
  return (
    <Stack gap={2}>
      <StatusText tone={tones[row.action]}>{t(`rows.${planned ? 'willBe' : 'action'}.${row.action}`)}</StatusText>
      {row.problems.map(({ code, field }) => {
        const reason = t(`problem.${code}`)
        return (
          <Text key={`${code} ${field}`} size="xs" c="dimmed" style={{ whiteSpace: 'normal' }} maw={260}>
            {field ? t('reasons.in', { reason, field: nameOf(field) }) : reason}
          </Text>
        )
      })}
    </Stack>
  )
}

const Cell = ({ row, place, field }: { row: Row; place: number; field: string | null }) => {
  const text = row.cells[place] ?? ''
  const isWrong = row.action === 'failed' && row.problems.some((one) => one.field !== null && one.field === field)
  return (
    <Stack gap={0}>
      <Text size="sm" truncate maw={180} title={text} className={isWrong ? (classes.wrong ?? '') : ''}>
        {text}
      </Text>
      {field === 'phone' && row.phone ? (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          → {showPhone(row.phone)}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Whether the contact of a row exists: an undo deletes those that were created, except for those that it keeps. */
const isThere = ({ state }: ContactImport, { action, code }: Row): boolean =>
  action !== 'failed' && !(state === 'reverted' && action === 'created' && code === null)

const useRowColumns = (found: ContactImport, planned: boolean): DataTableColumn<Row>[] => {
  const { t, i18n } = useTranslation('contacts/imports')
  const columnName = useColumnName(found)
  const number = new Intl.NumberFormat(i18n.language)
  return [
    { accessor: 'row', title: t('rows.row'), textAlign: 'right', render: ({ row }) => number.format(row) },
    { accessor: 'action', title: t('rows.outcome'), render: (row) => <OutcomeText row={row} planned={planned} /> },
    ...placesOf(found, planned).map((place) => ({
      accessor: `cell ${place}`,
      title: columnName(place),
      render: (row: Row) => <Cell row={row} place={place} field={found.mapping.columns[place] ?? null} />,
    })),
    ...(planned
      ? []
      : [
          {
            accessor: 'contactId' as const,
            title: t('rows.contact'),
            render: (row: Row) =>
              row.contactId && isThere(found, row) ? (
                <TextLink size="sm" to="/company/contacts/$id" params={{ id: row.contactId }}>
                  {t('rows.open')}
                </TextLink>
              ) : null,
          },
        ]),
  ]
}

type Props = {
  found: ContactImport
  planned: boolean
  search: RowSearch
  onSearch: (next: RowSearch) => void
}

/** The rows of a file with what becomes of each, a page at a time. */
export const OutcomeRows = ({ found, planned, search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const { nameOf } = useImportFields()
  const query = useQuery(rowsQuery(found.id, search))
  const columns = useRowColumns(found, planned)
  const { cursor, ...filters } = search
  const data = query.data && { ...query.data, data: query.data.data.map((row) => ({ ...row, id: String(row.row) })) }
  return (
    <DataTable<Row>
      label={t('rows.title')}
      query={{ ...query, data }}
      columns={columns}
      cursor={cursor}
      onCursor={(next) => onSearch(next ? { ...filters, cursor: next } : filters)}
      filtered={Object.keys(filters).length > 0}
      lookedFor={t('rows.noMatch')}
      onClearFilters={() => onSearch({})}
      card={(row) => (
        <Stack gap={6}>
          <Group justify="space-between" gap="xs" align="flex-start">
            <OutcomeText row={row} planned={planned} />
            <Text size="sm" c="dimmed">
              {t('rows.row')} {row.row}
            </Text>
          </Group>
          {placesOf(found, planned).map((place) => (
            <Group key={place} gap={6} wrap="nowrap">
              <Text size="sm" c="dimmed" miw={90}>
                {nameOf(found.mapping.columns[place] ?? '')}
              </Text>
              <Cell row={row} place={place} field={found.mapping.columns[place] ?? null} />
            </Group>
          ))}
        </Stack>
      )}
    />
  )
}
