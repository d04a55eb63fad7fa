import { MultiSelect, Text } from '@mantine/core'
import {
  type AutomationTrigger,
  type ContactEventMatch,
  contactEventKinds,
  receivedTypes,
  wordMatches,
} from '@recado/contracts/automation/automation-events'
import { consentMedia, consentPurposes, consentVerdicts } from '@recado/contracts/contacts/consents'
import type { FieldReference } from '@recado/contracts/contacts/contact-fields'
import { contactSources } from '@recado/contracts/contacts/contacts'
import { canonicalEvents } from '@recado/contracts/integrations/canonical-events'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { campaignsQuery } from '#web/queries/campaigns.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { useEditing } from './editing.ts'

type Choice = { value: string; label: string }

/** Several of a list; none stands for any of them. */
export const Several = ({
  label,
  any,
  data,
  value,
  error,
  onChange,
}: {
  label: string
  /** What choosing none means. */
  any?: string
  data: readonly Choice[]
  value: readonly string[]
  error?: string | undefined
  onChange: (value: string[]) => void
}) => {
  const { t } = useTranslation()
  return (
    <MultiSelect
      label={label}
      searchable
      hidePickedOptions
      error={error}
      nothingFoundMessage={t('common:nothingFound')}
      placeholder={value.length === 0 ? (any ?? t('common:choose')) : ''}
      data={[
        ...data,
        ...value.filter((one) => data.every((known) => known.value !== one)).map((one) => ({ value: one, label: '…' })),
      ]}
      value={[...value]}
      onChange={onChange}
    />
  )
}

/** The objects of the company of a kind, such as its tags. */
export const useNamed = (kind: FieldReference): Choice[] =>
  (useEditing().words.references[kind] ?? []).map(({ id, name }) => ({ value: id, label: name }))

const oneOf = <T extends string>(words: readonly T[], chosen: readonly string[]): T[] =>
  words.filter((one) => chosen.includes(one))

const Systems = ({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) => {
  const { t } = useTranslation('automation/automations')
  const may = useCan()('webhook_integrations.manage')
  const { data } = useQuery({ ...webhookIntegrationsQuery, enabled: may })
  if (!may && value.length === 0) return null
  return (
    <Several
      label={t('trigger.webhook_event.systems')}
      any={t('any.system')}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Campaigns of the company. */
export const Campaigns = ({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) => {
  const { t } = useTranslation('automation/automations')
  const may = useCan()('campaigns.view')
  const { data } = useQuery({ ...campaignsQuery({}, undefined, 100), enabled: may })
  if (!may && value.length === 0) return null
  return (
    <Several
      label={t('trigger.campaign_answered.campaigns')}
      any={t('any.campaign')}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Numbers of the company. */
export const Numbers = ({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Several label={t('numbers')} any={t('any.number')} data={useNamed('channels')} value={value} onChange={onChange} />
  )
}

const Named = ({
  kind,
  value,
  onChange,
}: {
  kind: 'labels' | 'tags' | 'lists'
  value: string[]
  onChange: (ids: string[]) => void
}) => {
  const { t } = useTranslation('automation/automations')
  return <Several label={t(kind)} any={t(`any.${kind}`)} data={useNamed(kind)} value={value} onChange={onChange} />
}

type Props<E> = {
  event: E
  /** Where it stands, such as `words`; empty for the trigger. */
  at: string
  onChange: (event: E) => void
}

const MessageFields = ({ event, at, onChange }: Props<Extract<ContactEventMatch, { kind: 'message_received' }>>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const wrong = event.words.map((_word, index) => errorAt(`${at}words.${index}`)).find(Boolean)
  return (
    <>
      <Select
        label={t('event.how')}
        allowDeselect={false}
        data={wordMatches.map((value) => ({ value, label: t(`event.how_${value}`) }))}
        value={event.match}
        onChange={(chosen) => {
          const match = wordMatches.find((one) => one === chosen)
          if (match) onChange({ ...event, match })
        }}
      />
      <TagsInput
        label={t(event.match === 'pattern' ? 'event.patterns' : 'event.words')}
        description={t('event.wordsText')}
        placeholder={event.words.length === 0 ? t('any.message') : ''}
        acceptValueOnBlur
        error={wrong}
        splitChars={event.match === 'pattern' ? [] : [',', ';']}
        value={event.words}
        onChange={(next) => onChange({ ...event, words: next })}
      />
      <Several
        label={t('event.types')}
        any={t('any.type')}
        data={receivedTypes.map((value) => ({ value, label: t(`messageType.${value}`) }))}
        value={event.types}
        onChange={(types) => onChange({ ...event, types: oneOf(receivedTypes, types) })}
      />
      <Numbers value={event.channelIds} onChange={(channelIds) => onChange({ ...event, channelIds })} />
      <Switch
        label={t('event.firstOnly')}
        checked={event.first}
        onChange={({ currentTarget: { checked: first } }) => onChange({ ...event, first })}
      />
    </>
  )
}

const Segments = ({
  event,
  at,
  onChange,
}: Props<Extract<ContactEventMatch, { kind: 'segment_entered' | 'segment_left' }>>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('segmentText')}
      </Text>
      <Several
        label={t('segments')}
        data={useNamed('segments')}
        value={event.segmentIds}
        error={errorAt(`${at}segmentIds`)}
        onChange={(segmentIds) => onChange({ ...event, segmentIds })}
      />
    </>
  )
}

/** What narrows an event that happens to a contact. */
export const EventFields = ({ event, at, onChange }: Props<ContactEventMatch>) => {
  const { t } = useTranslation(['automation/automations', 'contacts/contact', 'contacts/list', 'filters'])
  const { errorAt, words } = useEditing()
  switch (event.kind) {
    case 'message_received':
      return <MessageFields event={event} at={at} onChange={onChange} />
    case 'conversation_created':
    case 'conversation_resolved':
      return <Numbers value={event.channelIds} onChange={(channelIds) => onChange({ ...event, channelIds })} />
    case 'label_added':
      return <Named kind="labels" value={event.labelIds} onChange={(labelIds) => onChange({ ...event, labelIds })} />
    case 'tag_added':
      return <Named kind="tags" value={event.tagIds} onChange={(tagIds) => onChange({ ...event, tagIds })} />
    case 'list_added':
      return <Named kind="lists" value={event.listIds} onChange={(listIds) => onChange({ ...event, listIds })} />
    case 'segment_entered':
    case 'segment_left':
      return <Segments event={event} at={at} onChange={onChange} />
    case 'contact_created':
      return (
        <Several
          label={t('trigger.contact_created.sources')}
          any={t('any.source')}
          data={contactSources.map((value) => ({ value, label: t(`contacts/list:source.${value}`) }))}
          value={event.sources}
          onChange={(sources) => onChange({ ...event, sources: oneOf(contactSources, sources) })}
        />
      )
    case 'contact_updated':
      return (
        <Several
          label={t('trigger.contact_updated.fields')}
          any={t('any.field')}
          data={words.fields
            .filter(({ group }) => group === 'profile' || group === 'attributes')
            .map((field) => ({ value: field.name, label: fieldLabel(field, words) }))}
          value={event.fields}
          onChange={(fields) => onChange({ ...event, fields })}
        />
      )
    case 'consent_changed':
      return (
        <>
          <Several
            label={t('trigger.consent_changed.media')}
            any={t('any.medium')}
            data={consentMedia.map((value) => ({ value, label: t(`medium.${value}`) }))}
            value={event.media}
            onChange={(media) => onChange({ ...event, media: oneOf(consentMedia, media) })}
          />
          <Several
            label={t('trigger.consent_changed.purposes')}
            any={t('any.purpose')}
            data={consentPurposes.map((value) => ({ value, label: t(`purpose.${value}`) }))}
            value={event.purposes}
            onChange={(purposes) => onChange({ ...event, purposes: oneOf(consentPurposes, purposes) })}
          />
          <Several
            label={t('trigger.consent_changed.states')}
            any={t('any.verdict')}
            data={consentVerdicts.map((value) => ({ value, label: t(`verdict.${value}`) }))}
            value={event.states}
            onChange={(states) => onChange({ ...event, states: oneOf(consentVerdicts, states) })}
          />
        </>
      )
    case 'webhook_event':
      return (
        <>
          <Several
            label={t('trigger.webhook_event.events')}
            data={canonicalEvents
              .filter((value) => value !== 'custom')
              .map((value) => ({ value, label: t(`contacts/contact:systems.${value}`) }))}
            value={event.events}
            error={errorAt(`${at}events`)}
            onChange={(events) => onChange({ ...event, events: oneOf(canonicalEvents, events) })}
          />
          <TagsInput
            label={t('trigger.webhook_event.names')}
            description={t('trigger.webhook_event.namesText')}
            acceptValueOnBlur
            value={event.names}
            onChange={(names) => onChange({ ...event, names })}
          />
          <Systems value={event.integrationIds} onChange={(integrationIds) => onChange({ ...event, integrationIds })} />
        </>
      )
    case 'campaign_read':
      return <Campaigns value={event.campaignIds} onChange={(campaignIds) => onChange({ ...event, campaignIds })} />
    case 'campaign_answered':
      return (
        <>
          <TagsInput
            label={t('trigger.campaign_answered.buttons')}
            description={t('trigger.campaign_answered.buttonsText')}
            placeholder={event.buttons.length === 0 ? t('any.answer') : ''}
            acceptValueOnBlur
            value={event.buttons}
            onChange={(buttons) => onChange({ ...event, buttons })}
          />
          <Campaigns value={event.campaignIds} onChange={(campaignIds) => onChange({ ...event, campaignIds })} />
        </>
      )
  }
}

/** Whether it is something that happens to a contact. */
export const isContactEvent = (trigger: AutomationTrigger): trigger is ContactEventMatch =>
  contactEventKinds.some((kind) => kind === trigger.kind)
