import { Alert, Badge, Group, Tabs, Text } from '@mantine/core'
import { IconActivityHeartbeat, IconEye, IconHistory, IconPencil, IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { type WorkflowDetail, workflowQuery } from './api.ts'
import { CriticalBadge } from './labels.tsx'
import classes from './notifications.module.css'
import { type WorkflowTab, workflowTabs } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowPreview } from './workflow-preview.tsx'
import { WorkflowSteps } from './workflow-steps.tsx'
import { WorkflowSwitch } from './workflow-switch.tsx'
import { WorkflowTest } from './workflow-test.tsx'
import { WorkflowVersions } from './workflow-versions.tsx'

const icons = { steps: IconRoute, preview: IconEye, test: IconPlayerPlay, versions: IconHistory } as const

const Header = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const navigate = useNavigate()
  const actions = useWorkflowActions()
  const [removing, setRemoving] = useState(false)
  const own = useWorkflowTexts()
  const { id, identifier, critical, active, tags, version, group } = workflow
  const name = own(workflow, workflow.name)
  const remove = async () => {
    await actions.remove(workflow)
    await navigate({ to: '/admin/notifications/workflows' })
  }
  return (
    <>
      <PageHeader
        title={name}
        before={
          <TextLink to="/admin/notifications/workflows" size="sm">
            {t('workflows.title')}
          </TextLink>
        }
        description={
          <Group gap={8}>
            <span className={classes.mono}>{identifier}</span>
            <CopyButton value={identifier} label={t('workflow.copyIdentifier')} size="xs" />
            {critical ? <CriticalBadge /> : null}
            {group ? <span>{own(workflow, group.name)}</span> : null}
            {tags.map((tag) => (
              <Badge key={tag} size="sm" variant="default" fw={500}>
                {tag}
              </Badge>
            ))}
            <span>{t('workflow.version', { version })}</span>
          </Group>
        }
        actions={
          <>
            <WorkflowSwitch
              workflow={workflow}
              actions={actions}
              label={
                <Text size="sm" visibleFrom="sm">
                  {t(active ? 'workflows.on' : 'workflows.off')}
                </Text>
              }
            />
            <LinkButton
              to="/admin/notifications/activity"
              search={{ workflow: id }}
              variant="default"
              leftSection={<IconActivityHeartbeat size={17} />}
            >
              {t('workflow.activity')}
            </LinkButton>
            <LinkButton
              to="/admin/notifications/workflows/$id/edit"
              params={{ id }}
              leftSection={<IconPencil size={17} />}
            >
              {t('workflows.edit')}
            </LinkButton>
            <WorkflowMenu
              workflow={workflow}
              onDuplicate={() => actions.copy.mutate(workflow)}
              onDelete={() => setRemoving(true)}
            />
          </>
        }
      />
      <ConfirmDialog
        opened={removing}
        title={t('workflows.deleteTitle', { name })}
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

const Missing = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  if (workflow.missingIntegrations.length === 0) return null
  const names = workflow.missingIntegrations.map((channel) => t(`step.${channel}`))
  return (
    <Alert color="clay" mb="md">
      {t('workflow.missing', { channels: new Intl.ListFormat(i18n.language).format(names) })}{' '}
      <TextLink to="/admin/notifications/integrations" inherit>
        {t('workflow.connect')}
      </TextLink>
    </Alert>
  )
}

/** One workflow: its steps, what they look like, a try of it, and what it said before. */
export const WorkflowPage = ({ id, tab }: { id: string; tab: WorkflowTab }) => {
  const { t } = useTranslation('admin/notifications')
  const navigate = useNavigate()
  const own = useWorkflowTexts()
  const query = useQuery(workflowQuery(id))
  const workflow = query.data
  if (!workflow || isNotFound(query.error)) return <RecordFallback query={query} tabs />
  const open = (next: string | null) => {
    const chosen = workflowTabs.find((name) => name === next)
    void navigate({
      to: '/admin/notifications/workflows/$id',
      params: { id },
      search: chosen && chosen !== 'steps' ? { tab: chosen } : {},
      replace: true,
    })
  }
  return (
    <>
      <Header workflow={workflow} />
      <Missing workflow={workflow} />
      {workflow.description ? (
        <Text mb="md" maw={720}>
          {own(workflow, workflow.description)}
        </Text>
      ) : null}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {workflowTabs.map((name) => {
            const Icon = icons[name]
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} />}>
                {t(`workflow.tab.${name}`)}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value="steps">
          <WorkflowSteps workflow={workflow} />
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          <WorkflowPreview key={workflow.version} workflow={workflow} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <WorkflowTest workflow={workflow} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <WorkflowVersions workflow={workflow} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
