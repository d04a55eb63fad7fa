import { Badge, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { optionsQuery, type WorkflowSummary, workflowsQuery } from './api.ts'
import { CriticalBadge, StepFlow } from './labels.tsx'
import classes from './notifications.module.css'
import { validateWorkflowSearch, type WorkflowSearch } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowSwitch } from './workflow-switch.tsx'

const Name = ({ workflow }: { workflow: WorkflowSummary }) => {
  const own = useWorkflowTexts()
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap={8} wrap="nowrap">
        <TextLink to="/admin/notifications/workflows/$id" params={{ id: workflow.id }} size="sm" truncate>
          {own(workflow, workflow.name)}
        </TextLink>
        {workflow.critical ? <CriticalBadge /> : null}
      </Group>
      <Text size="xs" c="dimmed" className={classes.mono ?? ''} truncate>
        {workflow.identifier}
      </Text>
    </div>
  )
}

const GroupAndTags = ({ workflow }: { workflow: WorkflowSummary }) => {
  const own = useWorkflowTexts()
  return (
    <Group gap={6}>
      {workflow.group ? <Text size="sm">{own(workflow, workflow.group.name)}</Text> : null}
      {workflow.tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  )
}

const Figures = ({ workflow }: { workflow: WorkflowSummary }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const number = new Intl.NumberFormat(i18n.language)
  if (workflow.triggers24h + workflow.sent24h + workflow.failed24h === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('workflows.quiet')}
      </Text>
    )
  }
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {t('workflows.triggers', { count: workflow.triggers24h, number: number.format(workflow.triggers24h) })}
      {' · '}
      {t('workflows.sent', { count: workflow.sent24h, number: number.format(workflow.sent24h) })}
      {workflow.failed24h > 0 ? (
        <Text span inherit c="var(--mantine-color-error)" fw={600}>
          {' · '}
          {t('workflows.failed', { count: workflow.failed24h, number: number.format(workflow.failed24h) })}
        </Text>
      ) : null}
    </Text>
  )
}

const useColumns = (
  actions: ReturnType<typeof useWorkflowActions>,
  menu: (workflow: WorkflowSummary) => React.ReactNode,
): DataTableColumn<WorkflowSummary>[] => {
  const { t } = useTranslation('admin/notifications')
  return [
    { accessor: 'name', title: t('column.workflow'), width: 300, render: (row) => <Name workflow={row} /> },
    { accessor: 'stepTypes', title: t('column.steps'), render: (row) => <StepFlow types={row.stepTypes} /> },
    { accessor: 'group', title: t('column.group'), render: (row) => <GroupAndTags workflow={row} /> },
    { accessor: 'triggers24h', title: t('column.lastDay'), render: (row) => <Figures workflow={row} /> },
    {
      accessor: 'updatedAt',
      title: t('column.updated'),
      render: ({ updatedAt }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <RelativeTime value={updatedAt} />
        </Text>
      ),
    },
    {
      accessor: 'active',
      title: t('column.active'),
      render: (row) => <WorkflowSwitch workflow={row} actions={actions} />,
    },
    { accessor: 'actions', title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>, width: 60, render: menu },
  ]
}

type Props = { search: WorkflowSearch; onSearch: (next: WorkflowSearch) => void }

const useFields = (): FilterField<WorkflowSearch>[] => {
  const { t } = useTranslation('admin/notifications')
  const { data: options } = useQuery(optionsQuery)
  return [
    {
      kind: 'choice',
      name: 'group',
      label: t('column.group'),
      choices: (options?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: 'choice',
      name: 'active',
      label: t('column.active'),
      choices: [
        { value: 'true', label: t('workflows.on') },
        { value: 'false', label: t('workflows.off') },
      ],
    },
  ]
}

const NewButton = () => {
  const { t } = useTranslation('admin/notifications')
  return (
    <LinkButton to="/admin/notifications/workflows/new" leftSection={<IconPlus size={18} />}>
      {t('workflows.new')}
    </LinkButton>
  )
}

/** Everything the product tells people, each with its steps and how it went in the last day. */
export const WorkflowsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(workflowsQuery(search))
  const actions = useWorkflowActions()
  const [removing, setRemoving] = useState<WorkflowSummary | null>(null)
  const menu = (workflow: WorkflowSummary) => (
    <WorkflowMenu
      workflow={workflow}
      onDuplicate={() => actions.copy.mutate(workflow)}
      onDelete={() => setRemoving(workflow)}
    />
  )
  const columns = useColumns(actions, menu)
  const fields = useFields()
  return (
    <>
      <ListPage
        title={t('workflows.title')}
        count={query.data?.data.length}
        actions={<NewButton />}
        search={search}
        onSearch={onSearch}
        validate={validateWorkflowSearch}
        filters={search}
        fields={fields}
        find={{ name: 'search', label: t('workflows.search') }}
        label={t('workflows.title')}
        query={query}
        columns={columns}
        empty={
          <EmptyState
            icon={IconRoute}
            title={t('workflows.emptyTitle')}
            description={t('workflows.emptyText')}
            action={<NewButton />}
          />
        }
        card={(workflow) => (
          <Stack gap={8}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Name workflow={workflow} />
              <Group gap={6} wrap="nowrap">
                <WorkflowSwitch workflow={workflow} actions={actions} />
                {menu(workflow)}
              </Group>
            </Group>
            <StepFlow types={workflow.stepTypes} />
            <Figures workflow={workflow} />
          </Stack>
        )}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('workflows.deleteTitle', { name: removing?.name })}
        confirmLabel={t('common:delete')}
        danger
        onClose={() => setRemoving(null)}
        onConfirm={() => (removing ? actions.remove(removing) : undefined)}
      >
        {t(removing?.bound ? 'workflows.deleteBound' : 'workflows.deleteText')}
      </ConfirmDialog>
    </>
  )
}
