import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { IconActivityHeartbeat, IconEye, IconHistory, IconPencil, IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { type WorkflowDetail, workflowQuery } from './api.ts'
import { CriticalBadge } from './labels.tsx'
import classes from './notifications.module.css'
import type { WorkflowTab } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowSteps } from './workflow-steps.tsx'
import { WorkflowSwitch } from './workflow-switch.tsx'

const waiting = <Skeleton height={320} radius="lg" />
const WorkflowPreview = lazyComponent(async () => (await import('./workflow-preview.tsx')).WorkflowPreview, waiting)
const WorkflowTest = lazyComponent(async () => (await import('./workflow-test.tsx')).WorkflowTest, waiting)
const WorkflowVersions = lazyComponent(async () => (await import('./workflow-versions.tsx')).WorkflowVersions, waiting)

const icons = { steps: IconRoute, preview: IconEye, test: IconPlayerPlay, versions: IconHistory } as const

const Facts = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  const { identifier, tags, version, group } = workflow
  return (
    <Group gap={8}>
      <span className={classes.mono}>{identifier}</span>
      <CopyButton value={identifier} label={t('workflow.copyIdentifier')} size="xs" />
      {group ? <span>{own(workflow, group.name)}</span> : null}
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" fw={500}>
          {tag}
        </Badge>
      ))}
      <span>{t('workflow.version', { version })}</span>
    </Group>
  )
}

const More = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const navigate = useNavigate()
  const actions = useWorkflowActions()
  const [removing, setRemoving] = useState(false)
  const own = useWorkflowTexts()
  const remove = async () => {
    await actions.remove(workflow)
    await navigate({ to: '/admin/notifications/workflows' })
  }
  return (
    <>
      <WorkflowSwitch
        workflow={workflow}
        actions={actions}
        label={
          <Text size="sm" visibleFrom="sm">
            {t(workflow.active ? 'workflows.on' : 'workflows.off')}
          </Text>
        }
      />
      <LinkButton
        to="/admin/notifications/activity"
        search={{ workflow: workflow.id }}
        variant="default"
        leftSection={<IconActivityHeartbeat size={17} />}
      >
        {t('workflow.activity')}
      </LinkButton>
      <WorkflowMenu
        workflow={workflow}
        onDuplicate={() => actions.copy.mutate(workflow)}
        onDelete={() => setRemoving(true)}
      />
      <ConfirmDialog
        opened={removing}
        title={t('workflows.deleteTitle', { name: own(workflow, workflow.name) })}
        confirmLabel={t('common:delete')}
        danger
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      >
        {t(workflow.bound ? 'workflows.deleteBound' : 'workflows.deleteText')}
      </ConfirmDialog>
    </>
  )
}

/** Steps use channels without a provider. */
const useMissing = (workflow: WorkflowDetail): Problem[] => {
  const { t, i18n } = useTranslation('admin/notifications')
  if (workflow.missingIntegrations.length === 0) return []
  const names = workflow.missingIntegrations.map((channel) => t(`step.${channel}`))
  const connect = (
    <LinkButton to="/admin/notifications/integrations" size="xs" variant="default">
      {t('workflow.connect')}
    </LinkButton>
  )
  const title = t('workflow.missing', { channels: new Intl.ListFormat(i18n.language).format(names) })
  return [{ id: 'missing', tone: 'warning', title, action: connect }]
}

const Loaded = ({ workflow, tab }: { workflow: WorkflowDetail; tab: WorkflowTab }) => {
  const { t } = useTranslation('admin/notifications')
  const navigate = useNavigate()
  const own = useWorkflowTexts()
  const problems = useMissing(workflow)
  const { id, critical } = workflow
  const open = (next: WorkflowTab) =>
    void navigate({
      to: '/admin/notifications/workflows/$id',
      params: { id },
      search: next === 'steps' ? {} : { tab: next },
      replace: true,
    })
  const tabOf = (value: WorkflowTab, content: ReactNode) => ({
    value,
    label: t(`workflow.tab.${value}`),
    icon: icons[value],
    content,
  })
  return (
    <DetailPage<WorkflowTab>
      title={own(workflow, workflow.name)}
      back={
        <TextLink to="/admin/notifications/workflows" size="sm">
          {t('workflows.title')}
        </TextLink>
      }
      status={critical ? <CriticalBadge /> : null}
      facts={<Facts workflow={workflow} />}
      more={<More workflow={workflow} />}
      action={
        <LinkButton to="/admin/notifications/workflows/$id/edit" params={{ id }} leftSection={<IconPencil size={17} />}>
          {t('workflows.edit')}
        </LinkButton>
      }
      summary={workflow.description ? own(workflow, workflow.description) : null}
      problems={problems}
      tab={tab}
      onTab={open}
      tabs={[
        tabOf('steps', <WorkflowSteps workflow={workflow} />),
        tabOf('preview', <WorkflowPreview key={workflow.version} workflow={workflow} />),
        tabOf('test', <WorkflowTest workflow={workflow} />),
        tabOf('versions', <WorkflowVersions workflow={workflow} />),
      ]}
    />
  )
}

/** One workflow: its steps, their preview, a test run, and its change history. */
export const WorkflowPage = ({ id, tab }: { id: string; tab: WorkflowTab }) => {
  const query = useQuery(workflowQuery(id))
  if (!query.data || isNotFound(query.error)) return <RecordFallback query={query} tabs />
  return <Loaded workflow={query.data} tab={tab} />
}
