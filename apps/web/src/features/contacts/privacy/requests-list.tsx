import { Button, Group, Stack, Text } from '@mantine/core'
import { privacyRequestKinds } from '@recado/contracts/contacts/privacy'
import type { PrivacyRequest, PrivacyView } from '@recado/contracts/contacts/privacy-requests'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { privacyRequestsQuery } from '#web/queries/privacy.ts'
import { DaysLeft } from './days-left.tsx'
import { type PrivacySearch, validatePrivacySearch } from './search.ts'

/** Where a request is, as a dot and a word. */
const tones = {
  received: 'warning',
  verified: 'open',
  in_progress: 'open',
  done: 'good',
  refused: 'none',
} as const

export const RequestState = ({ state }: { state: PrivacyRequest['state'] }) => {
  const { t } = useTranslation('contacts/privacy')
  return <StatusText tone={tones[state]}>{t(`state.${state}`)}</StatusText>
}

/** Whom a request is about. */
export const useContactName = () => {
  const { t } = useTranslation('contacts/privacy')
  return ({ contact }: Pick<PrivacyRequest, 'contact'>) => contact?.displayName ?? t('erased')
}

type Props = {
  view: Exclude<PrivacyView, 'all'>
  search: PrivacySearch
  onSearch: (next: PrivacySearch) => void
  onCreate: () => void
}

const useColumns = (view: Props['view']): DataTableColumn<PrivacyRequest>[] => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const nameOf = useContactName()
  const name = (request: PrivacyRequest) => (
    <Text size="sm" fw={500} truncate maw={220} {...(request.contact ? {} : { c: 'dimmed' })}>
      {nameOf(request)}
    </Text>
  )
  return [
    { accessor: 'contact', title: t('column.contact'), render: name },
    { accessor: 'kind', title: t('column.kind'), render: ({ kind }) => t(`kind.${kind}`) },
    { accessor: 'state', title: t('column.state'), render: ({ state }) => <RequestState state={state} /> },
    {
      accessor: 'dueAt',
      title: t(view === 'closed' ? 'column.closed' : 'column.due'),
      render: (request) => <DaysLeft request={request} />,
    },
    {
      accessor: 'owner',
      title: t('column.owner'),
      render: ({ owner }) =>
        owner?.name ?? (
          <Text size="sm" c="dimmed" span>
            {t('unassigned')}
          </Text>
        ),
    },
    { accessor: 'createdAt', title: t('column.received'), render: ({ createdAt }) => day(createdAt, i18n.language) },
    { accessor: 'intake', title: t('column.intake'), render: ({ intake }) => t(`intake.${intake}`) },
  ]
}

/** What people asked about their data, in one of its views. */
export const RequestsList = ({ view, search, onSearch, onCreate }: Props) => {
  const { t } = useTranslation('contacts/privacy')
  const edit = useCan()('contacts.edit')
  const { kind, cursor } = search
  const query = useQuery(privacyRequestsQuery({ view, kind, cursor }))
  const columns = useColumns(view)
  const nameOf = useContactName()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
      {t('create.open')}
    </Button>
  )
  const empty =
    view === 'open' ? (
      <EmptyState
        icon={IconShieldCheck}
        title={t('empty.open')}
        description={t('empty.openText')}
        action={edit ? add : undefined}
      />
    ) : view === 'due' ? (
      <EmptyState kind="done" description={t('empty.dueText')} />
    ) : (
      <EmptyState icon={IconShieldCheck} title={t('empty.closed')} description={t('empty.closedText')} />
    )
  return (
    <ListPage
      search={search}
      onSearch={onSearch}
      validate={(raw) => validatePrivacySearch({ ...raw, ...(view === 'open' ? {} : { tab: view }) })}
      filters={{ kind }}
      fields={[
        {
          kind: 'choice',
          name: 'kind',
          label: t('column.kind'),
          choices: privacyRequestKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
      ]}
      label={t(`tab.${view}`)}
      query={query}
      columns={columns}
      onRowClick={({ id }) => onSearch({ ...search, request: id })}
      empty={empty}
      card={(request) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} truncate>
              {nameOf(request)}
            </Text>
            <DaysLeft request={request} />
          </Group>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t(`kind.${request.kind}`)}
            </Text>
            <Text size="sm">
              <RequestState state={request.state} />
            </Text>
          </Group>
        </Stack>
      )}
    />
  )
}
