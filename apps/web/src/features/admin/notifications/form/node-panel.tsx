import { ActionIcon, Alert, Badge, Group, Paper, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import type { ChannelType } from '@recado/contracts/notifications/domain'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Options, WorkflowDetail } from '../api.ts'
import { StepIcon } from '../labels.tsx'
import classes from '../notifications.module.css'
import { GeneralFields } from './general-fields.tsx'
import { warningsOf } from './step-warnings.ts'
import type { WorkflowForm } from './use-workflow-form.ts'

const StepFields = lazyComponent(async () => (await import('./step-fields.tsx')).StepFields, <Skeleton height={200} />)

type ToolProps = { label: string; of: string; disabled?: boolean; onClick: () => void; children: ReactNode }

const Tool = ({ label, of, disabled = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={of} className={classes.quiet ?? ''} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

type Props = {
  form: WorkflowForm
  /** Index of the step; null for the trigger. */
  index: number | null
  options: Options
  workflow: WorkflowDetail | null
  missing: readonly ChannelType[]
  panel: RefObject<HTMLElement | null>
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

const Trigger = ({ form, options, workflow }: Pick<Props, 'form' | 'options' | 'workflow'>) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <>
      <Title order={2} fz="lg" mb={4}>
        {t('trigger')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {workflow
          ? t(workflow.bound ? 'workflow.boundText' : 'workflow.triggerText', { identifier: workflow.identifier })
          : t('editor.newTrigger')}
      </Text>
      <GeneralFields form={form} groups={options.groups} />
    </>
  )
}

const Warnings = ({ form, index, missing }: Pick<Props, 'form' | 'missing'> & { index: number }) => {
  const { t } = useTranslation('admin/notifications')
  const warnings = warningsOf(form.values.steps, index, missing)
  if (warnings.length === 0) return null
  return (
    <Alert color="clay" mt="sm" icon={<IconAlertTriangle />}>
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {t(`editor.warnText.${warning}`)}{' '}
          {warning === 'noProvider' ? (
            <TextLink to="/admin/notifications/integrations" inherit>
              {t('workflow.connect')}
            </TextLink>
          ) : null}
        </Text>
      ))}
    </Alert>
  )
}

const Step = (props: Props & { index: number }) => {
  const { form, index, options, workflow, missing, onMove, onCopy, onRemove } = props
  const { t } = useTranslation('admin/notifications')
  const step = form.values.steps[index]
  if (!step) return null
  const type = t(`step.${step.template.type}`)
  const label = `${index + 1}. ${step.name || type}`
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Group gap={10} wrap="nowrap" style={{ minWidth: 0 }}>
          <span className={classes.knot}>
            <StepIcon type={step.template.type} size={20} />
          </span>
          <div style={{ minWidth: 0 }}>
            <Title order={2} fz="lg" style={{ overflowWrap: 'anywhere' }}>
              {label}
            </Title>
            {step.active ? null : (
              <Badge size="sm" variant="light" color="gray">
                {t('stepOff')}
              </Badge>
            )}
          </div>
        </Group>
        <Group gap={2} wrap="nowrap">
          <Tool
            label={t('form.moveUp')}
            of={t('form.moveUpOf', { step: label })}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconArrowUp size={17} />
          </Tool>
          <Tool
            label={t('form.moveDown')}
            of={t('form.moveDownOf', { step: label })}
            disabled={index === form.values.steps.length - 1}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={17} />
          </Tool>
          <Tool label={t('editor.copy')} of={t('editor.copyOf', { step: label })} onClick={onCopy}>
            <IconCopy size={17} />
          </Tool>
          <Tool label={t('common:remove')} of={t('form.removeOf', { step: label })} onClick={onRemove}>
            <IconTrash size={17} />
          </Tool>
        </Group>
      </Group>
      <Warnings form={form} index={index} missing={missing} />
      <StepFields form={form} index={index} options={options} ownIdentifier={workflow?.identifier ?? null} />
    </>
  )
}

/** The fields of the trigger or of a step. */
export const NodePanel = (props: Props) => {
  const { form, index, options, workflow, panel } = props
  const { t } = useTranslation('admin/notifications')
  return (
    <Paper withBorder p="md" component="section" aria-label={t('editor.panel')} ref={panel}>
      {index === null ? <Trigger {...{ form, options, workflow }} /> : <Step {...props} index={index} />}
    </Paper>
  )
}
