import { Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ApiRequest, ApiUsage } from '@recado/contracts/integrations/api-usage'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { requestsQuery } from './api.ts'
import { outcomeNames, type UsageSearch } from './search.ts'

const toneOf = (status: number) =>
  status < 400 ? ('good' as const) : status >= 500 ? ('bad' as const) : ('warning' as const)

const Status = ({ request: { status, code } }: { request: ApiRequest }) => {
  const { t, i18n } = useTranslation('errors')
  return (
    <Stack gap={0}>
      <StatusText tone={toneOf(status)}>{String(status)}</StatusText>
      {code ? (
        <Text size="xs" c="dimmed">
          {i18n.exists(`errors:${code}`) ? t(code as 'internal') : code}
        </Text>
      ) : null}
    </Stack>
  )
}

const useColumns = (): DataTableColumn<ApiRequest>[] => {
  const { t } = useTranslation('integrations/api-usage')
  return [
    {
      accessor: 'path',
      title: t('call'),
      render: ({ method, path }) => (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Text>
      ),
    },
    { accessor: 'status', title: t('status'), render: (request) => <Status request={request} /> },
    { accessor: 'ms', title: t('time'), render: ({ ms }) => t('ms', { ms }) },
    { accessor: 'key', title: t('key'), render: ({ key }) => key.name ?? t('formerKey') },
    { accessor: 'at', title: t('when'), render: ({ at }) => <RelativeTime value={at} /> },
  ]
}

const RequestDrawer = ({ request, onClose }: { request: ApiRequest; onClose: () => void }) => {
  const { t } = useTranslation('integrations/api-usage')
  return (
    <DetailDrawer title={`${request.method} ${request.route.replace('/api/v1', '')}`} onClose={onClose}>
      <Stack gap="md">
        <FactList
          rows={[
            [t('call'), `${request.method} ${request.path}`],
            [t('status'), <Status key="status" request={request} />],
            request.code ? [t('code'), request.code] : null,
            [t('time'), t('ms', { ms: request.ms })],
            [t('key'), request.key.name ?? t('formerKey')],
            [t('address'), request.address ?? '–'],
            [t('when'), <RelativeTime key="when" value={request.at} />],
            [t('requestId'), request.requestId],
          ]}
        />
        <Text size="sm" c="dimmed">
          {t('noBodies')}
        </Text>
      </Stack>
    </DetailDrawer>
  )
}

type Props = { usage: ApiUsage | undefined; search: UsageSearch; onSearch: (next: UsageSearch) => void }

/** Single calls within a week, with what narrows them down. */
export const RequestLog = ({ usage, search, onSearch }: Props) => {
  const { t } = useTranslation('integrations/api-usage')
  const [cursor, setCursor] = useState<string | undefined>()
  const [shown, setShown] = useState<ApiRequest | null>(null)
  const query = useQuery(requestsQuery(search, cursor))
  const columns = useColumns()
  const narrow = (change: { [K in keyof UsageSearch]: UsageSearch[K] | undefined }) => {
    setCursor(undefined)
    const { key, outcome, search: text } = { ...search, ...change }
    onSearch({ ...(key && { key }), ...(outcome && { outcome }), ...(text && { search: text }) })
  }
  const keys = (usage?.keys ?? []).map(({ key }) => ({ value: key.id, label: key.name ?? t('formerKey') }))
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('log')}
      </Title>
      <Group align="flex-end">
        <Select
          label={t('key')}
          placeholder={t('allKeys')}
          clearable
          data={keys}
          value={search.key ?? null}
          onChange={(value) => narrow({ key: value ?? undefined })}
        />
        <Select
          label={t('outcomeLabel')}
          placeholder={t('allOutcomes')}
          clearable
          data={outcomeNames.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          value={search.outcome ?? null}
          onChange={(value) => narrow({ outcome: outcomeNames.find((one) => one === value) })}
        />
        <TextInput
          label={t('search')}
          placeholder={t('searchHint')}
          value={search.search ?? ''}
          onChange={(event) => narrow({ search: event.currentTarget.value })}
        />
      </Group>
      <DataTable<ApiRequest>
        label={t('log')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={setCursor}
        onRowClick={setShown}
        empty={
          <EmptyState
            compact
            icon={IconListDetails}
            title={t(search.key || search.outcome || search.search ? 'noneFound' : 'none')}
          />
        }
        card={(request) => (
          <Stack gap={2}>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {request.method} {request.path}
            </Text>
            <Status request={request} />
            <RelativeTime value={request.at} />
          </Stack>
        )}
      />
      {shown ? <RequestDrawer request={shown} onClose={() => setShown(null)} /> : null}
    </Stack>
  )
}
