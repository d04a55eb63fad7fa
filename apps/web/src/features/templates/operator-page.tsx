import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Preloader } from '../../components/preloader.tsx'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { operatorAccountsQuery, operatorGroupsQuery, operatorTemplateQuery, useOperatorSync } from './api.ts'
import { contentOf } from './editor/use-draft.ts'
import { Filters } from './filters.tsx'
import { GroupCard, type GroupRow, useGroupColumns } from './group-columns.tsx'
import { type Formatted, PhonePreview } from './preview.tsx'
import type { TemplateSearch } from './search.ts'
import { QualityBadge, StatusBadge, useCategory } from './words.tsx'

const Look = ({ id, formatted }: { id: string; formatted: Formatted }) => {
  const { t } = useTranslation('templates')
  const categoryOf = useCategory()
  const query = useQuery(operatorTemplateQuery(id))
  if (query.isPending) return <Preloader />
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const template = query.data
  return (
    <Stack gap="md">
      <Text fw={600}>{template.companyName}</Text>
      <Group gap="xs">
        <StatusBadge status={template.status} language={template.language} />
        <Text size="sm">{categoryOf(template.category)}</Text>
        <QualityBadge quality={template.quality} />
      </Group>
      {template.rejectedReason ? (
        <Text size="sm">
          {t(`rejection.${template.rejectedReason}.why`, { defaultValue: t('rejection.OTHER.why') })}
        </Text>
      ) : null}
      <PhonePreview content={contentOf(template)} files={template.files} Formatted={formatted} />
    </Stack>
  )
}

type Props = { search: TemplateSearch; onSearch: (next: TemplateSearch) => void; formatted: Formatted }

/** Templates of the companies that an operator looks after. */
export const OperatorTemplatesPage = ({ search, onSearch, formatted }: Props) => {
  const { t, i18n } = useTranslation('templates')
  const query = useQuery(operatorGroupsQuery(search))
  const accounts = useQuery(operatorAccountsQuery())
  const sync = useOperatorSync()
  const [shown, setShown] = useState<GroupRow | null>(null)
  const columns = useGroupColumns('/whatsapp/templates', null)
  const list = accounts.data?.data ?? []
  const companies = [...new Map(list.map(({ companyId, companyName }) => [companyId, companyName]))]
  const rows = (query.data?.data ?? []).map((group) => ({ ...group, id: `${group.accountId} ${group.name}` }))
  const { cursor, ...filters } = search
  const inCompany = list.filter(({ companyId }) => !search.companyId || companyId === search.companyId)
  const first = shown?.languages[0]
  const company = {
    accessor: 'companyName' as const,
    title: t('column.company'),
    render: (group: GroupRow) => <Text size="sm">{group.companyName}</Text>,
  }
  return (
    <>
      <PageHeader
        title={t('operator.title')}
        description={t('operator.description')}
        actions={
          search.accountId ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} />}
              loading={sync.isPending}
              onClick={() =>
                sync.mutate(search.accountId ?? '', {
                  onSuccess: ({ count }) => toastSuccess(t('sync.done', { count })),
                  onError: (error) => toastError(i18n, error),
                })
              }
            >
              {t('sync.now')}
            </Button>
          ) : null
        }
      />
      <Filters
        search={search}
        onSearch={onSearch}
        companies={companies.map(([value, label]) => ({ value, label }))}
        accounts={inCompany.map(({ id, name, wabaId, companyName }) => ({
          value: id,
          label: `${name || wabaId} · ${companyName}`,
        }))}
      />
      <DataTable<GroupRow>
        label={t('operator.title')}
        query={{ ...query, data: query.data && { data: rows, page: query.data.page } }}
        columns={[company, ...columns]}
        cursor={cursor}
        onCursor={(next) => onSearch({ ...filters, ...(next ? { cursor: next } : {}) })}
        filtered={Object.keys(filters).length > 0}
        onClearFilters={() => onSearch({})}
        empty={<EmptyState icon={IconTemplate} title={t('operator.empty')} description={t('operator.emptyText')} />}
        onRowClick={setShown}
        card={(group) => <GroupCard group={group} place="/whatsapp/templates" />}
      />
      <Drawer
        opened={first !== undefined}
        onClose={() => setShown(null)}
        title={shown?.name ?? ''}
        position="right"
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {first ? <Look id={first.id} formatted={formatted} /> : null}
      </Drawer>
    </>
  )
}
