import { Stack, Text } from '@mantine/core'
import {
  newContactEvent,
  newTrigger,
  triggerCatalogue,
  triggerGroups,
} from '@recado/contracts/automation/automation-catalogue'
import {
  type AutomationTrigger,
  contactEventKinds,
  scheduleRhythms,
  triggerKinds,
} from '@recado/contracts/automation/automation-events'
import { type AutomationGraph, concurrencies, reentries } from '@recado/contracts/automation/automation-graph'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { FilterBuilder } from '#web/components/filter-builder/filter-builder.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { useEditing } from './editing.ts'
import { EstimateLine } from './estimate-line.tsx'
import { Campaigns, EventFields, isContactEvent, Numbers, Several } from './event-fields.tsx'
import { SpanField, Whole } from './fields.tsx'

type Props = { graph: AutomationGraph; onChange: (graph: AutomationGraph, about: string) => void }
type Of<K extends AutomationTrigger['kind']> = Extract<AutomationTrigger, { kind: K }>
type PartProps<T> = { trigger: T; onChange: (trigger: T) => void }

const Schedule = ({ trigger, onChange }: PartProps<Of<'schedule'>>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <>
      <Select
        label={t('schedule.every')}
        allowDeselect={false}
        data={scheduleRhythms.map((value) => ({ value, label: t(`schedule.every_${value}`) }))}
        value={trigger.every}
        onChange={(chosen) => {
          const every = scheduleRhythms.find((one) => one === chosen)
          if (every) onChange({ ...trigger, every })
        }}
      />
      {trigger.every === 'hour' ? (
        <Whole
          label={t('schedule.minute')}
          value={Number(trigger.time.slice(3))}
          min={0}
          max={59}
          onChange={(minute) => onChange({ ...trigger, time: `00:${String(minute).padStart(2, '0')}` })}
        />
      ) : (
        <TimeField label={t('at')} value={trigger.time} onChange={(time) => time && onChange({ ...trigger, time })} />
      )}
      {trigger.every === 'week' ? (
        <Several
          label={t('weekdays')}
          any={t('any.day')}
          data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: t(`weekday.${day}`) }))}
          value={trigger.weekdays.map(String)}
          onChange={(days) => onChange({ ...trigger, weekdays: days.map(Number) })}
        />
      ) : null}
      {trigger.every === 'month' ? (
        <Whole
          label={t('schedule.monthDay')}
          value={trigger.monthDay}
          min={1}
          max={31}
          onChange={(monthDay) => onChange({ ...trigger, monthDay })}
        />
      ) : null}
      <Switch
        label={t('schedule.perContact')}
        description={t('schedule.perContactText')}
        checked={trigger.perContact}
        onChange={({ currentTarget: { checked: perContact } }) => onChange({ ...trigger, perContact })}
      />
    </>
  )
}

const DateAttribute = ({ trigger, onChange }: PartProps<Of<'date_attribute'>>) => {
  const { t } = useTranslation(['automation/automations', 'filters'])
  const { words, errorAt } = useEditing()
  const dates = words.fields.filter(({ group, type }) => group === 'attributes' && type === 'date')
  const when = trigger.days === 0 ? 'on' : trigger.days < 0 ? 'before' : 'after'
  const days = Math.max(1, Math.abs(trigger.days))
  return (
    <>
      <Select
        label={t('date.field')}
        allowDeselect={false}
        error={errorAt('field')}
        data={[
          { value: 'birthday', label: t('filters:field.birthday') },
          ...dates.map((field) => ({ value: field.name, label: fieldLabel(field, words) })),
        ]}
        value={trigger.field}
        onChange={(field) => field && onChange({ ...trigger, field })}
      />
      <Select
        label={t('date.when')}
        allowDeselect={false}
        data={(['on', 'before', 'after'] as const).map((value) => ({ value, label: t(`date.when_${value}`) }))}
        value={when}
        onChange={(next) => onChange({ ...trigger, days: next === 'on' ? 0 : next === 'before' ? -days : days })}
      />
      {when === 'on' ? null : (
        <Whole
          label={t('date.days')}
          value={days}
          min={1}
          max={365}
          onChange={(next) => onChange({ ...trigger, days: when === 'before' ? -next : next })}
        />
      )}
      <TimeField label={t('at')} value={trigger.time} onChange={(time) => time && onChange({ ...trigger, time })} />
      <Switch
        label={t('date.yearly')}
        checked={trigger.yearly}
        onChange={({ currentTarget: { checked: yearly } }) => onChange({ ...trigger, yearly })}
      />
    </>
  )
}

const Lasting = ({ trigger, onChange }: PartProps<Of<'conversation_unassigned' | 'campaign_unanswered'>>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(`trigger.${trigger.kind}.text`)}
      </Text>
      <SpanField
        label={t(`trigger.${trigger.kind}.after`)}
        at="after"
        value={trigger.after}
        onChange={(after) => onChange({ ...trigger, after })}
      />
      {trigger.kind === 'conversation_unassigned' ? (
        <Numbers value={trigger.channelIds} onChange={(channelIds) => onChange({ ...trigger, channelIds })} />
      ) : (
        <Campaigns value={trigger.campaignIds} onChange={(campaignIds) => onChange({ ...trigger, campaignIds })} />
      )}
    </>
  )
}

const Details = ({ trigger, onChange }: PartProps<AutomationTrigger>) => {
  const { t } = useTranslation('automation/automations')
  const { automationId } = useEditing()
  if (isContactEvent(trigger)) return <EventFields event={trigger} at="" onChange={onChange} />
  if (trigger.kind === 'conversation_unassigned' || trigger.kind === 'campaign_unanswered')
    return <Lasting trigger={trigger} onChange={onChange} />
  if (trigger.kind === 'schedule') return <Schedule trigger={trigger} onChange={onChange} />
  if (trigger.kind === 'date_attribute') return <DateAttribute trigger={trigger} onChange={onChange} />
  if (trigger.kind === 'manual')
    return (
      <Text size="sm" c="dimmed">
        {t('trigger.manual.text')}
      </Text>
    )
  const path = `/api/v1/automations/${automationId}/trigger`
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('trigger.api.text')}
      </Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        POST {path} <CopyButton value={`${window.location.origin}${path}`} size="xs" />
      </Text>
    </>
  )
}

/** What starts the automation. */
export const TriggerForm = ({ graph, onChange }: Props) => {
  const { t } = useTranslation('automation/automations')
  const { automationId, errorAt } = useEditing()
  const { trigger } = graph
  const set = (next: AutomationTrigger) => onChange({ ...graph, trigger: next }, 'trigger')
  return (
    <Stack gap="md">
      <Select
        label={t('trigger.title')}
        searchable
        allowDeselect={false}
        placeholder={t('trigger.choose')}
        error={trigger ? undefined : errorAt('')}
        data={triggerGroups.map((group) => ({
          group: t(`triggerGroup.${group}`),
          items: triggerKinds
            .filter((kind) => triggerCatalogue[kind].group === group)
            .map((kind) => ({ value: kind, label: t(`trigger.${kind}.name`) })),
        }))}
        value={trigger?.kind ?? null}
        onChange={(chosen) => {
          const kind = triggerKinds.find((one) => one === chosen)
          if (kind && kind !== trigger?.kind) onChange({ ...graph, trigger: newTrigger(kind) }, '')
        }}
      />
      {trigger ? <Details trigger={trigger} onChange={set} /> : null}
      {trigger ? <EstimateLine id={automationId} /> : null}
    </Stack>
  )
}

/** Who enters, how often, and what ends a run early. */
export const ConditionsForm = ({ graph, onChange }: Props) => {
  const { t } = useTranslation('automation/automations')
  const { words, problemsAt } = useEditing()
  const { rules, goal } = graph
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={550}>
          {t('conditions.who')}
        </Text>
        <Text size="xs" c="dimmed" mb="xs">
          {t('conditions.text')}
        </Text>
        <FilterBuilder
          filter={graph.conditions}
          words={words}
          problems={problemsAt('conditions')}
          onChange={(conditions) => onChange({ ...graph, conditions }, 'conditions')}
        />
      </div>
      <Select
        label={t('rules.concurrency')}
        allowDeselect={false}
        data={concurrencies.map((value) => ({ value, label: t(`rules.${value}`) }))}
        value={rules.concurrency}
        onChange={(chosen) => {
          const concurrency = concurrencies.find((one) => one === chosen)
          if (concurrency) onChange({ ...graph, rules: { ...rules, concurrency } }, '')
        }}
      />
      <Select
        label={t('rules.reentry')}
        allowDeselect={false}
        data={reentries.map((value) => ({ value, label: t(`rules.${value}`) }))}
        value={rules.reentry}
        onChange={(chosen) => {
          const reentry = reentries.find((one) => one === chosen)
          if (reentry) onChange({ ...graph, rules: { ...rules, reentry } }, '')
        }}
      />
      {rules.reentry === 'after' ? (
        <Whole
          label={t('rules.reentryDays')}
          value={rules.reentryDays}
          min={1}
          max={365}
          onChange={(reentryDays) => onChange({ ...graph, rules: { ...rules, reentryDays } }, 'reentryDays')}
        />
      ) : null}
      <Select
        label={t('goal.title')}
        description={t('goal.text')}
        searchable
        clearable
        placeholder={t('goal.none')}
        data={contactEventKinds.map((kind) => ({ value: kind, label: t(`trigger.${kind}.name`) }))}
        value={goal?.kind ?? null}
        onChange={(chosen) => {
          const kind = contactEventKinds.find((one) => one === chosen)
          onChange({ ...graph, goal: kind ? newContactEvent(kind) : null }, '')
        }}
      />
      {goal ? (
        <EventFields event={goal} at="goal." onChange={(next) => onChange({ ...graph, goal: next }, 'goal')} />
      ) : null}
    </Stack>
  )
}
