import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Automation } from '@recado/contracts/automation/automations'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { automationsKey, automationsQuery } from '#web/queries/automations.ts'
import { AutomationState } from '../shared/state-text.tsx'
import { AllowanceLine } from './allowance-line.tsx'
import { type AutomationSearch, stateNames, triggerNames, validateAutomationSearch } from './search.ts'

const NewAutomationDrawer = lazyComponent(async () => (await import('./new-automation-drawer.tsx')).NewAutomationDrawer)
const AutomationMenu = lazyComponent(async () => (await import('../shared/automation-menu.tsx')).AutomationMenu)

const successOf = ({ day: { completed, failed } }: Automation, language: string): string =>
  completed + failed === 0
    ? '–'
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(
        completed / (completed + failed),
      )

const Name = ({ automation }: { automation: Automation }) => (
  <TextLink size="sm" to="/company/actions/$id" params={{ id: automation.id }} truncate maw={260} display="block">
    {automation.name}
  </TextLink>
)

const useColumns = (write: boolean): DataTableColumn<Automation>[] => {
  const { t, i18n } = useTranslation('automation/automations')
  const number = new Intl.NumberFormat(i18n.language)
  return [
    {
      accessor: 'name',
      title: t('column.name'),
      render: (one) => (
        <>
          <Name automation={one} />
          <Text size="xs" c="dimmed" truncate maw={260}>
            {[one.folder, one.owner?.name].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      accessor: 'trigger',
      title: t('column.trigger'),
      render: ({ trigger }) => (trigger ? t(`trigger.${trigger}.name`) : t('trigger.none')),
    },
    {
      accessor: 'state',
      title: t('column.state'),
      render: (one) => (
        <>
          <AutomationState {...one} />
          {one.liveVersion === null ? null : (
            <Text size="xs" c="dimmed">
              {[t('versionNumber', { number: one.liveVersion }), one.changed ? t('changed') : null]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          )}
        </>
      ),
    },
    {
      accessor: 'day',
      title: t('column.runs'),
      textAlign: 'right',
      render: ({ day }) => number.format(day.started),
    },
    {
      accessor: 'success',
      title: t('column.success'),
      textAlign: 'right',
      render: (one) => successOf(one, i18n.language),
    },
    {
      accessor: 'running',
      title: t('column.running'),
      textAlign: 'right',
      render: ({ running }) => number.format(running),
    },
    {
      accessor: 'lastRunAt',
      title: t('column.lastRun'),
      render: ({ lastRunAt }) => (lastRunAt ? <RelativeTime value={lastRunAt} /> : t('never')),
    },
    ...(write
      ? [
          {
            accessor: 'actions',
            title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
            textAlign: 'right' as const,
            render: (one: Automation) => <AutomationMenu automation={one} />,
          },
        ]
      : []),
  ]
}

type Props = { search: AutomationSearch; onSearch: (next: AutomationSearch) => void }

/** Automations of the company. */
export const AutomationsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('automation/automations')
  const write = useCan()('automations.write')
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const { cursor, ...filter } = search
  const query = useQuery(automationsQuery(filter, cursor))
  useInvalidateOn(['automation.updated'], [automationsKey])
  const columns = useColumns(write)
  const folders = query.data?.folders ?? []
  const fields: FilterField<AutomationSearch>[] = [
    {
      kind: 'choice',
      name: 'state',
      label: t('column.state'),
      choices: stateNames.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'trigger',
      label: t('column.trigger'),
      choices: triggerNames.map((value) => ({ value, label: t(`trigger.${value}.name`) })),
    },
    {
      kind: 'choice',
      name: 'folder',
      label: t('column.folder'),
      choices: [...new Set([...folders, ...(filter.folder ? [filter.folder] : [])])].map((value) => ({
        value,
        label: value,
      })),
    },
  ]
  const isNew = query.data?.data.length === 0 && Object.keys(filter).length === 0
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {t('new.title')}
    </Button>
  )
  return (
    <>
      <ListPage<Automation, AutomationSearch>
        title={t('title')}
        search={search}
        onSearch={onSearch}
        validate={validateAutomationSearch}
        filters={filter}
        fields={fields}
        find={{ name: 'search', label: t('find') }}
        notice={query.data && !isNew ? <AllowanceLine {...query.data.allowance} /> : null}
        label={t('title')}
        query={query}
        columns={columns}
        linked
        onRowClick={({ id }) => void navigate({ to: '/company/actions/$id', params: { id } })}
        actions={write && !isNew ? add : null}
        empty={
          <EmptyState
            icon={IconRoute}
            title={t('empty.title')}
            description={t('empty.text')}
            action={write ? add : undefined}
          />
        }
        card={(one) => (
          <Stack gap={4} miw={0}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {one.name}
            </Text>
            <Text size="sm" c="dimmed">
              {one.trigger ? t(`trigger.${one.trigger}.name`) : t('trigger.none')}
            </Text>
            <Group gap="sm">
              <AutomationState {...one} />
              <Text size="sm" c="dimmed">
                {t('dayRuns', { count: one.day.started })}
              </Text>
            </Group>
          </Stack>
        )}
      />
      {adding ? <NewAutomationDrawer folders={folders} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
