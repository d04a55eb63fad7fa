import { newContactEvent } from '@recado/contracts/automation/automation-catalogue'
import { contactEventKinds } from '@recado/contracts/automation/automation-events'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { useEditing } from '../editing.ts'
import { EventFields, Several } from '../event-fields.tsx'
import { SpanField, Whole } from '../fields.tsx'
import type { StepProps } from './step-props.ts'

// Steps that wait.

const untilTypes = ['clock', 'date', 'field', 'business_hours'] as const

export const WaitUntil = ({ node, onChange }: StepProps<'wait_until'>) => {
  const { t } = useTranslation(['automation/automations', 'filters'])
  const { errorAt, words } = useEditing()
  const zone = useSignedIn().user.currentCompany?.timezone ?? 'UTC'
  const hours = useQuery(businessHoursQuery).data?.data ?? []
  const { until } = node
  const set = (next: typeof until) => onChange({ ...node, until: next })
  const begin = (type: (typeof untilTypes)[number]): typeof until => {
    if (type === 'clock') return { type, time: '09:00', weekdays: [] }
    if (type === 'date') return { type, at: null }
    return type === 'field' ? { type, field: '', days: 0, time: '09:00' } : { type, businessHoursId: null }
  }
  const dates = [
    { value: 'contact.birthday', label: t('filters:field.birthday') },
    ...words.fields
      .filter(({ type, group }) => (type === 'date' || type === 'instant') && ['attributes', 'event'].includes(group))
      .map((field) => ({
        value: field.group === 'attributes' ? `contact.${field.name}` : field.name,
        label: fieldLabel(field, words),
      })),
    ...words.fields
      .filter(({ group }) => group === 'variables')
      .map((field) => ({ value: field.name, label: fieldLabel(field, words) })),
  ]
  const when = until.type === 'field' ? (until.days === 0 ? 'on' : until.days < 0 ? 'before' : 'after') : 'on'
  return (
    <>
      <Select
        label={t('until.title')}
        allowDeselect={false}
        data={untilTypes.map((value) => ({ value, label: t(`until.type_${value}`) }))}
        value={until.type}
        onChange={(chosen) => {
          const type = untilTypes.find((one) => one === chosen)
          if (type && type !== until.type) set(begin(type))
        }}
      />
      {until.type === 'clock' ? (
        <>
          <TimeField label={t('at')} value={until.time} onChange={(time) => time && set({ ...until, time })} />
          <Several
            label={t('weekdays')}
            any={t('any.day')}
            data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: t(`weekday.${day}`) }))}
            value={until.weekdays.map(String)}
            onChange={(days) => set({ ...until, weekdays: days.map(Number) })}
          />
        </>
      ) : null}
      {until.type === 'date' ? (
        <MomentField
          label={t('until.date')}
          error={errorAt('until.at')}
          value={until.at ? wallText(Date.parse(until.at), zone) : ''}
          onChange={(text) => {
            const at = instantIn(text, zone)
            set({ ...until, at: at === null ? null : new Date(at).toISOString() })
          }}
        />
      ) : null}
      {until.type === 'field' ? (
        <>
          <Select
            label={t('date.field')}
            searchable
            allowDeselect={false}
            placeholder={t('common:choose')}
            error={errorAt('until.field')}
            data={dates}
            value={until.field || null}
            onChange={(field) => field && set({ ...until, field })}
          />
          <Select
            label={t('date.when')}
            allowDeselect={false}
            data={(['on', 'before', 'after'] as const).map((value) => ({ value, label: t(`date.when_${value}`) }))}
            value={when}
            onChange={(next) => {
              const days = Math.max(1, Math.abs(until.days))
              set({ ...until, days: next === 'on' ? 0 : next === 'before' ? -days : days })
            }}
          />
          {when === 'on' ? null : (
            <Whole
              label={t('date.days')}
              value={Math.abs(until.days)}
              min={1}
              max={365}
              onChange={(days) => set({ ...until, days: when === 'before' ? -days : days })}
            />
          )}
          <TimeField
            label={t('at')}
            value={until.time ?? ''}
            onChange={(time) => set({ ...until, time: time || null })}
          />
        </>
      ) : null}
      {until.type === 'business_hours' ? (
        <Select
          label={t('until.hours')}
          clearable
          placeholder={t('until.ownHours')}
          data={hours.map(({ id, name }) => ({ value: id, label: name }))}
          value={until.businessHoursId}
          onChange={(businessHoursId) => set({ ...until, businessHoursId })}
        />
      ) : null}
    </>
  )
}

export const WaitEvent = ({ node, onChange }: StepProps<'wait_event'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <>
      <Select
        label={t('waitFor')}
        searchable
        allowDeselect={false}
        data={contactEventKinds.map((kind) => ({ value: kind, label: t(`trigger.${kind}.name`) }))}
        value={node.event.kind}
        onChange={(chosen) => {
          const kind = contactEventKinds.find((one) => one === chosen)
          if (kind && kind !== node.event.kind) onChange({ ...node, event: newContactEvent(kind) })
        }}
      />
      <EventFields event={node.event} at="event." onChange={(event) => onChange({ ...node, event })} />
      <SpanField
        label={t('waitAtMost')}
        at="timeout"
        value={node.timeout}
        onChange={(timeout) => onChange({ ...node, timeout })}
      />
    </>
  )
}
