import { Alert, Select, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { previewQuery, type StepPart, type WorkflowDetail } from '../api.ts'
import type { Payload } from '../payload.ts'
import { PreviewShows } from '../preview-shows.tsx'
import { stepSummary } from '../step-summary.ts'
import { SubscriberSelect } from '../subscriber-select.tsx'
import { useStepTexts } from '../use-step-texts.ts'
import { partBody } from './body.ts'
import classes from './editor.module.css'
import { payloadVariables, withSamples } from './payload-variables.ts'
import type { FormPart, FormStep } from './values.ts'

const PayloadEditor = lazyComponent(
  async () => (await import('../payload-editor.tsx')).PayloadEditor,
  <Skeleton height={120} />,
)

const PAUSE_MS = 350

const channelOf = ({ template }: FormPart): ChannelType | undefined =>
  channelTypes.find((type) => type === template.type)

type ShownProps = { part: StepPart; channel: ChannelType; payload: Payload; subscriberId: string }

const Shown = ({ part, channel, payload, subscriberId }: ShownProps) => {
  const { t } = useTranslation('admin/notifications')
  const [template] = useDebouncedValue(part.template, PAUSE_MS)
  const [settled] = useDebouncedValue(payload, PAUSE_MS)
  const asPerson = useQuery(previewQuery(template, settled, subscriberId))
  const gone = subscriberId !== '' && isNotFound(asPerson.error)
  const asSample = useQuery({ ...previewQuery(template, settled, ''), enabled: gone })
  const { data, error, refetch } = gone ? asSample : asPerson
  if (error) return <RetryState compact error={error} onRetry={refetch} />
  if (!data || template.type !== part.template.type) return <Skeleton height={180} radius="lg" />
  if (data.error) {
    return (
      <Alert color="clay" title={t('preview.failed')} role="status">
        {data.error}
      </Alert>
    )
  }
  return <PreviewShows channel={channel} preview={data} narrow />
}

const Quiet = ({ step, steps }: { step: FormStep; steps: readonly FormStep[] }) => {
  const { t } = useTranslation('admin/notifications')
  const texts = useStepTexts(steps)
  return (
    <div className={classes.quietStage}>
      <Text size="sm">{stepSummary(partBody(step), texts)}</Text>
      <Text size="xs" c="dimmed">
        {t('editor.showsNothing')}
      </Text>
    </div>
  )
}

type Props = { steps: readonly FormStep[]; index: number | null; workflow: WorkflowDetail | null }

/** Previews the selected step while it is edited; for the trigger, previews the first message. */
export const LivePreview = ({ steps, index, workflow }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const { user } = useSignedIn()
  const [person, setPerson] = useState(user.id)
  const [variant, setVariant] = useState<string | null>(null)
  const [samples, setSamples] = useState<Payload>(workflow?.samplePayload ?? {})
  const [opened, { toggle }] = useDisclosure(false)
  const step = index === null ? steps.find((one) => channelOf(one)) : steps[index]
  const variables = useMemo(() => payloadVariables(workflow?.variables ?? [], steps), [workflow, steps])
  const payload = useMemo(() => withSamples(samples, variables), [samples, variables])
  const part = step?.variants.find(({ uuid }) => uuid === variant) ?? step
  const channel = part && channelOf(part)
  return (
    <section className={classes.preview} aria-label={t('workflow.tab.preview')}>
      <Stack gap="sm">
        <Title order={2} fz="md">
          {t('workflow.tab.preview')}
        </Title>
        <SubscriberSelect
          size="xs"
          aria-label={t('preview.subscriber')}
          clearable={false}
          value={person}
          initial={{ value: user.id, label: user.name }}
          onChange={setPerson}
        />
        {step && step.variants.length > 0 ? (
          <Select
            size="xs"
            aria-label={t('variant')}
            allowDeselect={false}
            value={part === step ? '' : variant}
            data={[
              { value: '', label: t('editor.usual') },
              ...step.variants.map(({ uuid, name }, place) => ({
                value: uuid,
                label: name || `${t('variant')} ${place + 1}`,
              })),
            ]}
            onChange={setVariant}
          />
        ) : null}
        {part && channel ? (
          <Shown key={part.uuid} part={partBody(part)} channel={channel} payload={payload} subscriberId={person} />
        ) : null}
        {step && !channel ? <Quiet step={step} steps={steps} /> : null}
        {step ? null : (
          <Text size="sm" c="dimmed">
            {t('preview.nothingText')}
          </Text>
        )}
        {variables.length > 0 ? (
          <div>
            <UnstyledButton className={classes.samples ?? ''} aria-expanded={opened} onClick={toggle}>
              <IconChevronDown size={16} aria-hidden="true" data-opened={opened || undefined} /> {t('editor.samples')}
            </UnstyledButton>
            <Collapse expanded={opened}>
              {opened ? <PayloadEditor variables={variables} payload={payload} onChange={setSamples} /> : null}
            </Collapse>
          </div>
        ) : null}
      </Stack>
    </section>
  )
}
