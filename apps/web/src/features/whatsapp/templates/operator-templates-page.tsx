import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core'
import { IconRefresh, IconTemplate, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import {
  operatorAccountsQuery,
  operatorGroupsQuery,
  operatorTemplateQuery,
  templatesKey,
  useOperatorSync,
} from './api.ts'
import { contentOf } from './editor/use-draft.ts'
import { GroupCard, type GroupRow, useGroupColumns } from './group-columns.tsx'
import { QualityBadge, StatusBadge, useCategory, useLanguageName } from './labels.tsx'
import { type Formatted, PhonePreview } from './preview.tsx'
import type { TemplateSearch } from './search.ts'
import { useTemplateList } from './template-list.tsx'

const ImportModal = lazyComponent(async () => (await import('./import-modal.tsx')).ImportModal)

const Look = ({ group, formatted }: { group: GroupRow | null; formatted: Formatted }) => {
  const { t } = useTranslation('whatsapp/templates')
  const categoryOf = useCategory()
  const languageOf = useLanguageName()
  const [id, setId] = useState(group?.languages[0]?.id ?? '')
  const query = useQuery(operatorTemplateQuery(id))
  if (query.isPending) return <Preloader />
  if (!query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  const template = query.data
  return (
    <Stack gap="md">
      <Text fw={600}>{template.companyName}</Text>
      {group && group.languages.length > 1 ? (
        <SegmentedControl
          aria-label={t('column.languages')}
          value={id}
          onChange={setId}
          data={group.languages.map((line) => ({ value: line.id, label: languageOf(line.language) }))}
        />
      ) : null}
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
      <PhonePreview
        content={contentOf(template)}
        language={template.language}
        business={template.business}
        files={template.files}
        Formatted={formatted}
      />
    </Stack>
  )
}

const useSyncNow = () => {
  const { t } = useTranslation('whatsapp/templates')
  const sync = useOperatorSync()
  return {
    busy: sync.isPending,
    run: (accountId: string) =>
      sync.mutate(accountId, {
        onSuccess: ({ count }) => toastSuccess(t('sync.done', { count })),
      }),
  }
}

const Actions = ({ accountId, onImport }: { accountId: string | undefined; onImport: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const sync = useSyncNow()
  return (
    <>
      <Tooltip label={t('transfer.import')}>
        <ActionIcon size={34} aria-label={t('transfer.import')} onClick={onImport}>
          <IconUpload size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('operator.pick')} disabled={accountId !== undefined}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} />}
          loading={sync.busy}
          {...(accountId ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => accountId && sync.run(accountId)}
        >
          {t('sync.now')}
        </Button>
      </Tooltip>
    </>
  )
}

type Props = { search: TemplateSearch; onSearch: (next: TemplateSearch) => void; formatted: Formatted }

const useAccountChoices = (companyId: string | undefined) => {
  const list = useQuery(operatorAccountsQuery()).data?.data ?? []
  const companies = [...new Map(list.map((one) => [one.companyId, one.companyName]))]
  return {
    companies: companies.map(([value, label]) => ({ value, label })),
    accounts: list
      .filter((one) => !companyId || one.companyId === companyId)
      .map(({ id, name, wabaId, companyName }) => ({ value: id, label: `${name || wabaId} · ${companyName}` })),
  }
}

/** Templates of the companies that an operator looks after. */
export const OperatorTemplatesPage = ({ search, onSearch, formatted }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const query = useQuery(operatorGroupsQuery(search))
  const { companies, accounts } = useAccountChoices(search.companyId)
  const list = useTemplateList({ scope: 'operator', search, query, accounts, companies, write: true })
  const [shown, setShown] = useState<GroupRow | null>(null)
  const [importing, setImporting] = useState(false)
  useInvalidateOn(['template.updated'], [templatesKey])
  const first = shown?.languages[0]
  const company = {
    accessor: 'companyName' as const,
    title: t('column.company'),
    render: (group: GroupRow) => <Text size="sm">{group.companyName}</Text>,
  }
  const [name, ...others] = useGroupColumns('/whatsapp/templates')
  const columns = name ? [name, company, ...others] : [company]
  return (
    <>
      <ListPage
        {...list}
        title={t('operator.title')}
        actions={<Actions accountId={search.accountId} onImport={() => setImporting(true)} />}
        list="operator-templates"
        onSearch={onSearch}
        label={t('operator.title')}
        columns={columns}
        empty={<EmptyState icon={IconTemplate} title={t('operator.empty')} description={t('operator.emptyText')} />}
        onRowClick={setShown}
        card={(group) => <GroupCard group={group} place="/whatsapp/templates" />}
      />
      <DetailDrawer opened={first !== undefined} onClose={() => setShown(null)} title={shown?.name ?? ''}>
        {first ? <Look key={shown?.id} group={shown} formatted={formatted} /> : null}
      </DetailDrawer>
      {importing ? <ImportModal scope="operator" accounts={accounts} onClose={() => setImporting(false)} /> : null}
    </>
  )
}
