import { Group, Stack, Text } from '@mantine/core'
import type { ImportHead } from '@recado/contracts/contacts/imports'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { importsKey, importsQuery } from './api.ts'
import { ImportStateText } from './import-state.tsx'

const validateListSearch = textSearch('cursor')
type ListSearch = ReturnType<typeof validateListSearch>

type CountOf = (found: ImportHead) => number | null
const started = ({ counts, startedAt }: ImportHead) => (startedAt === null ? null : counts)
const created: CountOf = (found) => started(found)?.created ?? null
const updated: CountOf = (found) => started(found)?.updated ?? null
const notImported: CountOf = (found) => {
  const counts = started(found)
  return counts && counts.skipped + counts.failed
}

const useImportColumns = (): DataTableColumn<ImportHead>[] => {
  const { t, i18n } = useTranslation('contacts/imports')
  const number = new Intl.NumberFormat(i18n.language)
  const figure = (accessor: string, of: CountOf): DataTableColumn<ImportHead> => ({
    accessor,
    title: t(`column.${accessor as 'rows'}`),
    textAlign: 'right',
    render: (found) => {
      const count = of(found)
      return count === null ? '–' : number.format(count)
    },
  })
  return [
    {
      accessor: 'fileName',
      title: t('column.file'),
      render: ({ id, fileName, format }) => (
        <TextLink size="sm" to="/company/contacts/imports/$id" params={{ id }} truncate maw={280} display="block">
          {format === 'pasted' ? t('format.pasted') : fileName}
        </TextLink>
      ),
    },
    { accessor: 'state', title: t('column.state'), render: (found) => <ImportStateText found={found} /> },
    figure('rows', ({ rows }) => rows),
    figure('created', created),
    figure('updated', updated),
    figure('notImported', notImported),
    {
      accessor: 'createdAt',
      title: t('column.when'),
      render: ({ author, createdAt }) => (
        <Text size="sm" c="dimmed" truncate maw={220}>
          <RelativeTime value={createdAt} />
          {author ? ` · ${author}` : ''}
        </Text>
      ),
    },
  ]
}

const ImportCard = ({ found }: { found: ImportHead }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  return (
    <Stack gap={4}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {found.format === 'pasted' ? t('format.pasted') : found.fileName}
      </Text>
      <Group gap="xs" justify="space-between">
        <ImportStateText found={found} />
        <Text size="sm" c="dimmed">
          {t('reasons.rows', { count: found.rows, formatted: new Intl.NumberFormat(i18n.language).format(found.rows) })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        <RelativeTime value={found.createdAt} />
      </Text>
    </Stack>
  )
}

type Props = { search: ListSearch; onSearch: (next: ListSearch) => void }

/** Files of contacts that were imported, newest first. */
export const ImportsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const navigate = useNavigate()
  const query = useQuery(importsQuery(search.cursor))
  const columns = useImportColumns()
  useInvalidateOn(['import.updated'], [importsKey])
  const begin = (
    <LinkButton to="/company/contacts/imports/new" leftSection={<IconFileImport size={18} />}>
      {t('open')}
    </LinkButton>
  )
  const isEmpty = query.data?.data.length === 0
  return (
    <ListPage
      title={t('title')}
      search={search}
      onSearch={onSearch}
      validate={validateListSearch}
      filters={{}}
      label={t('title')}
      query={query}
      columns={columns}
      linked
      onRowClick={({ id }) => void navigate({ to: '/company/contacts/imports/$id', params: { id } })}
      actions={isEmpty ? null : begin}
      empty={<EmptyState icon={IconFileImport} title={t('empty.title')} description={t('empty.text')} action={begin} />}
      card={(found) => <ImportCard found={found} />}
    />
  )
}
