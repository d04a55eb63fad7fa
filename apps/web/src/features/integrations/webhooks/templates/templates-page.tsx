import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import type { WebhookTemplate } from '@recado/contracts/integrations/webhook-templates'
import { IconFileImport, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { SourceLogo } from '../source-logo.tsx'
import { useLanguage } from '../use-language.ts'
import { templatesQuery } from './api.ts'
import { type TemplatesSearch, validateTemplatesSearch } from './search.ts'

const BeginDrawer = lazyComponent(async () => (await import('./begin-drawer.tsx')).BeginDrawer)

type Row = WebhookTemplate & { id: string }

const tones: Record<WebhookTemplate['status'], StatusTone> = { draft: 'open', published: 'good', deprecated: 'none' }

const Name = ({ row: { key, name, logoUrl } }: { row: Row }) => {
  const text = name[useLanguage()]
  return (
    <Group gap="sm" wrap="nowrap">
      <SourceLogo name={text} src={logoUrl} size={28} />
      <TextLink size="sm" to="/admin/webhook-callback/templates/$key" params={{ key }}>
        {text}
      </TextLink>
    </Group>
  )
}

const State = ({ row: { status, hasDraft, origin } }: { row: Row }) => {
  const { t } = useTranslation('integrations/templates')
  if (origin === 'product') return <StatusText tone="good">{t('status.product')}</StatusText>
  const hasBoth = hasDraft && status !== 'draft'
  return (
    <StatusText tone={tones[status]}>
      {hasBoth ? t('status.withDraft', { status: t(`status.${status}`) }) : t(`status.${status}`)}
    </StatusText>
  )
}

const useColumns = (): DataTableColumn<Row>[] => {
  const { t, i18n } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  const number = new Intl.NumberFormat(i18n.language)
  return [
    { accessor: 'name', title: t('column.name'), render: (row) => <Name row={row} /> },
    {
      accessor: 'category',
      title: t('column.category'),
      render: ({ category }) => t(`integrations/webhooks:category.${category}`),
    },
    { accessor: 'status', title: t('column.status'), render: (row) => <State row={row} /> },
    {
      accessor: 'number',
      title: t('column.version'),
      render: (row) => (row.number === null ? '–' : number.format(row.number)),
    },
    {
      accessor: 'uses',
      title: t('column.uses'),
      textAlign: 'right',
      render: ({ uses }) => number.format(uses),
    },
    {
      accessor: 'updatedAt',
      title: t('column.updatedAt'),
      render: ({ updatedAt }) => (updatedAt ? <RelativeTime value={updatedAt} /> : '–'),
    },
  ]
}

const matches = ({ name, key, origin, status }: Row, search: TemplatesSearch): boolean => {
  const text = (search.q ?? '').toLowerCase()
  return (
    (text === '' || `${name.en} ${name.pt} ${key}`.toLowerCase().includes(text)) &&
    (search.origin === undefined || search.origin === origin) &&
    (search.status === undefined || search.status === status)
  )
}

type Props = { search: TemplatesSearch; onSearch: (next: TemplatesSearch) => void }

/** Systems that companies can connect: those of the product, and those that platform admins add. */
export const TemplatesPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  const query = useQuery({
    ...templatesQuery,
    select: ({ data }) => ({
      data: data.map((one) => ({ ...one, id: one.key })).filter((one) => matches(one, search)),
    }),
  })
  const columns = useColumns()
  const [beginning, setBeginning] = useState<File | 'new' | null>(null)
  const actions = (
    <>
      <FileButton accept="application/json,.json" onChange={(file) => file && setBeginning(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconFileImport size={18} />} {...props}>
            {t('import')}
          </Button>
        )}
      </FileButton>
      <Button leftSection={<IconPlus size={18} />} onClick={() => setBeginning('new')}>
        {t('add')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage<Row, TemplatesSearch>
        title={t('title')}
        search={search}
        onSearch={onSearch}
        validate={validateTemplatesSearch}
        filters={search}
        find={{ name: 'q', label: t('find'), least: 1 }}
        fields={[
          {
            kind: 'choice',
            name: 'origin',
            label: t('origin.title'),
            choices: (['own', 'product'] as const).map((value) => ({ value, label: t(`origin.${value}`) })),
          },
          {
            kind: 'choice',
            name: 'status',
            label: t('column.status'),
            choices: (['draft', 'published', 'deprecated'] as const).map((value) => ({
              value,
              label: t(`status.${value}`),
            })),
          },
        ]}
        count={query.data?.data.length}
        label={t('title')}
        query={query}
        columns={columns}
        notice={
          <Text size="sm" c="dimmed" mb="md">
            {t('intro')}
          </Text>
        }
        actions={actions}
        empty={<EmptyState icon={IconWebhook} title={t('empty')} />}
        card={(row) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Name row={row} />
              <Text size="xs" c="dimmed">
                {t(`integrations/webhooks:category.${row.category}`)}
              </Text>
            </Stack>
            <State row={row} />
          </Group>
        )}
      />
      {beginning ? (
        <BeginDrawer file={beginning === 'new' ? null : beginning} onClose={() => setBeginning(null)} />
      ) : null}
    </>
  )
}
