import { Badge, Group, Paper, Text } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { StepPart, WorkflowDetail } from './api.ts'
import { StepIcon } from './labels.tsx'
import classes from './notifications.module.css'
import { conditionsText, type StepTexts, stepSummary } from './step-summary.ts'
import { useStepTexts } from './use-step-texts.ts'

const Variant = ({ part, texts }: { part: StepPart; texts: StepTexts }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <div className={classes.variant}>
      <Text size="sm" fw={600}>
        {t('variantNamed', { name: part.name ?? t('variant') })}
        {part.active ? '' : ` · ${t('stepOff')}`}
      </Text>
      <Text size="sm" c="dimmed">
        {conditionsText(part.filters, texts) ?? t('condition.never')}
      </Text>
      <Text size="sm">{stepSummary(part, texts)}</Text>
    </div>
  )
}

type StepProps = { part: StepPart; variants: StepPart[]; number: number; texts: StepTexts }

const Step = ({ part, variants, number, texts }: StepProps) => {
  const { t } = useTranslation('admin/notifications')
  const type = t(`step.${part.template.type}`)
  const condition = conditionsText(part.filters, texts)
  return (
    <li>
      <span className={classes.knot} data-off={part.active ? undefined : true}>
        <StepIcon type={part.template.type} size={20} />
      </span>
      <Paper withBorder p="md" data-step={part.template.type}>
        <Group gap={8}>
          <Text fw={600}>{part.name || type}</Text>
          <Text size="sm" c="dimmed">
            {part.name ? `${number}. ${type}` : `${number}.`}
          </Text>
          {part.active ? null : (
            <Badge size="sm" variant="light" color="gray">
              {t('stepOff')}
            </Badge>
          )}
          {part.shouldStopOnFail ? (
            <Badge size="sm" variant="light" color="clay">
              {t('stopsOnFail')}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" mt={4}>
          {stepSummary(part, texts)}
        </Text>
        {condition ? (
          <Text size="sm" c="dimmed" mt={4}>
            {condition}
          </Text>
        ) : null}
        {variants.map((variant, index) => (
          <Variant key={variant.uuid ?? index} part={variant} texts={texts} />
        ))}
      </Paper>
    </li>
  )
}

const variablesText = (workflow: WorkflowDetail): string[] => workflow.variables.map(({ name }) => name)

/** What happens after a trigger, step by step, in texts. */
export const WorkflowSteps = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const { steps } = workflow
  const texts = useStepTexts(steps)
  const variables = variablesText(workflow)
  return (
    <ol className={classes.steps} aria-label={t('workflow.tab.steps')} style={{ maxWidth: 820 }}>
      <li>
        <span className={classes.knot}>
          <IconBolt size={20} stroke={1.7} aria-hidden="true" />
        </span>
        <Paper withBorder p="md">
          <Text fw={600}>{t('trigger')}</Text>
          <Text size="sm" mt={4}>
            {t(workflow.bound ? 'workflow.boundText' : 'workflow.triggerText', { identifier: workflow.identifier })}
          </Text>
          {variables.length > 0 ? (
            <Group gap={6} mt={8}>
              <Text size="sm" c="dimmed">
                {t('workflow.variables')}
              </Text>
              {variables.map((name) => (
                <Badge key={name} size="sm" variant="default" fw={500} className={classes.mono ?? ''}>
                  {name}
                </Badge>
              ))}
            </Group>
          ) : null}
        </Paper>
      </li>
      {steps.map(({ variants = [], ...part }, index) => (
        <Step key={part.uuid ?? index} part={part} variants={variants} number={index + 1} texts={texts} />
      ))}
      {steps.length === 0 ? (
        <li>
          <span />
          <EmptyState
            compact
            title={t('workflow.noSteps')}
            description={t('workflow.noStepsText')}
            action={
              <LinkButton to="/admin/notifications/workflows/$id/edit" params={{ id: workflow.id }}>
                {t('workflows.edit')}
              </LinkButton>
            }
          />
        </li>
      ) : null}
    </ol>
  )
}
