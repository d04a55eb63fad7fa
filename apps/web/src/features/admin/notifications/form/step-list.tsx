import { ActionIcon, Badge, Button, Collapse, Group, Menu, Paper, Text, Title, Tooltip } from '@mantine/core'
import { stepTypes } from '@recado/contracts/notifications/domain'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import { StepIcon } from '../labels.tsx'
import classes from '../notifications.module.css'
import { conditionsText, stepSummary } from '../step-summary.ts'
import { useStepTexts } from '../use-step-texts.ts'
import { partBody } from './body.ts'
import { StepFields } from './step-fields.tsx'
import type { WorkflowForm } from './use-workflow-form.ts'
import { emptyStep, type FormStep } from './values.ts'

type Props = { form: WorkflowForm; options: Options; ownIdentifier: string | null }

const AddStep = ({ onAdd }: { onAdd: (step: FormStep) => void }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Menu position="bottom-start" width={290}>
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={17} />}>
          {t('form.addStep')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stepTypes.map((type) => (
          <Menu.Item key={type} leftSection={<StepIcon type={type} />} onClick={() => onAdd(emptyStep(type))}>
            {t(`step.${type}`)}
            <Text size="xs" c="dimmed">
              {t(`stepText.${type}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type CardProps = Props & {
  index: number
  open: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

const Buttons = ({ form, index, open, onToggle, onMove, onRemove, label }: CardProps & { label: string }) => {
  const { t } = useTranslation('admin/notifications')
  const last = form.values.steps.length - 1
  return (
    <Group gap={2} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        px={8}
        aria-expanded={open}
        aria-label={t(open ? 'form.closeOf' : 'form.editOf', { step: label })}
        rightSection={
          <IconChevronDown size={15} style={{ rotate: open ? '180deg' : undefined, transition: 'rotate 120ms' }} />
        }
        onClick={onToggle}
      >
        {t(open ? 'form.close' : 'form.edit')}
      </Button>
      <Tooltip label={t('form.moveUp')}>
        <ActionIcon
          aria-label={t('form.moveUpOf', { step: label })}
          className={classes.quiet ?? ''}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('form.moveDown')}>
        <ActionIcon
          aria-label={t('form.moveDownOf', { step: label })}
          className={classes.quiet ?? ''}
          disabled={index === last}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('common:remove')}>
        <ActionIcon aria-label={t('form.removeOf', { step: label })} onClick={onRemove}>
          <IconTrash size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

const StepCard = (props: CardProps) => {
  const { form, options, index, open, ownIdentifier } = props
  const { t } = useTranslation('admin/notifications')
  const texts = useStepTexts(form.values.steps)
  const step = form.values.steps[index]
  if (!step) return null
  const type = t(`step.${step.template.type}`)
  const label = `${index + 1}. ${step.name || type}`
  const wrong = Object.keys(form.errors).some((path) => path.startsWith(`steps.${index}.`))
  const part = partBody(step)
  return (
    <li>
      <span className={classes.knot} data-off={step.active ? undefined : true} data-bad={wrong || undefined}>
        <StepIcon type={step.template.type} size={20} />
      </span>
      <Paper withBorder p="md" data-step={step.template.type}>
        <Group justify="space-between" gap={4}>
          <Group gap={8}>
            <Text fw={600}>{label}</Text>
            {step.name ? (
              <Text size="sm" c="dimmed">
                {type}
              </Text>
            ) : null}
            {step.active ? null : (
              <Badge size="sm" variant="light" color="gray">
                {t('stepOff')}
              </Badge>
            )}
          </Group>
          <Buttons {...props} label={label} />
        </Group>
        {open ? null : (
          <Text size="sm" c="dimmed">
            {[stepSummary(part, texts), conditionsText(part.filters, texts)].filter(Boolean).join(' · ')}
          </Text>
        )}
        <Collapse expanded={open}>
          {open ? <StepFields form={form} index={index} options={options} ownIdentifier={ownIdentifier} /> : null}
        </Collapse>
      </Paper>
    </li>
  )
}

/** Opens the first step that has an error, so that it can be seen. */
const useOpenWrong = (errors: WorkflowForm['errors'], open: (index: number) => void) => {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const path = Object.keys(errors).find((key) => key.startsWith('steps.'))
    const index = path?.split('.')[1]
    if (index !== undefined) latest.current(Number(index))
  }, [errors])
}

/** The steps of a workflow: added, moved, taken away, and each with its fields. */
export const StepList = (props: Props) => {
  const { form } = props
  const { t } = useTranslation('admin/notifications')
  const [open, setOpen] = useState<string | null>(null)
  const { steps } = form.values
  useOpenWrong(form.errors, (index) => setOpen(steps[index]?.uuid ?? null))
  const add = (step: FormStep) => {
    form.insertListItem('steps', step)
    setOpen(step.uuid)
  }
  return (
    <section aria-label={t('column.steps')}>
      <Title order={2} mb="md">
        {t('column.steps')}
      </Title>
      {steps.length === 0 ? (
        <Text size="sm" c="dimmed" mb="md">
          {t('workflow.noStepsText')}
        </Text>
      ) : null}
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <StepCard
            key={step.uuid}
            {...props}
            index={index}
            open={open === step.uuid}
            onToggle={() => setOpen(open === step.uuid ? null : step.uuid)}
            onMove={(to) => form.reorderListItem('steps', { from: index, to })}
            onRemove={() => form.removeListItem('steps', index)}
          />
        ))}
      </ol>
      <AddStep onAdd={add} />
    </section>
  )
}
