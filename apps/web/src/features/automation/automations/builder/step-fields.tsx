import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { newContactEvent } from '@recado/contracts/automation/automation-catalogue'
import { contactEventKinds } from '@recado/contracts/automation/automation-events'
import {
  type AutomationNode,
  automationLimits,
  errorWays,
  httpMethods,
  type NodeKind,
  type NodeOf,
  settableFields,
} from '@recado/contracts/automation/automation-graph'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { FilterBuilder } from '#web/components/filter-builder/filter-builder.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { TimeField } from '#web/components/form/time-field.tsx'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { automationsQuery } from '#web/queries/automations.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { newId } from '../shared/graph-edit.ts'
import { AskConsentFields } from './consent-fields.tsx'
import { useEditing } from './editing.ts'
import { EventFields, Several, useNamed } from './event-fields.tsx'
import { AddButton, FilledText, SpanField, usePlaceholders, variableOf, Whole } from './fields.tsx'
import { InteractiveFields } from './interactive-fields.tsx'
import { MediaFields } from './media-fields.tsx'
import { ClosedWindow, Sender } from './sending-fields.tsx'
import { TemplateFields } from './template-fields.tsx'

type Props<K extends NodeKind> = { node: NodeOf<K>; onChange: (node: NodeOf<K>) => void }

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
    <IconTrash size={17} />
  </ActionIcon>
)

const without = <T,>(items: readonly T[], at: number): T[] => items.filter((_item, index) => index !== at)
const replaced = <T,>(items: readonly T[], at: number, item: T): T[] =>
  items.map((one, index) => (index === at ? item : one))

const SendText = ({ node, onChange }: Props<'send_text'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <>
      <FilledText
        label={t('text')}
        at="text"
        rows={4}
        maxLength={4096}
        value={node.text}
        onChange={(text) => onChange({ ...node, text })}
      />
      <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
      <ClosedWindow node={node} onChange={onChange} />
    </>
  )
}

const SendTemplate = ({ node, onChange }: Props<'send_template'>) => (
  <>
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <TemplateFields
      template={node.template}
      channelId={node.channelId}
      at="template"
      onChange={(template) => onChange({ ...node, template })}
    />
  </>
)

const SendMedia = ({ node, onChange }: Props<'send_media'>) => (
  <>
    <MediaFields node={node} onChange={onChange} />
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <ClosedWindow node={node} onChange={onChange} />
  </>
)

const SendInteractive = ({ node, onChange }: Props<'send_interactive'>) => (
  <>
    <InteractiveFields message={node.message} onChange={(message) => onChange({ ...node, message })} />
    <Sender channelId={node.channelId} onChange={(channelId) => onChange({ ...node, channelId })} />
    <ClosedWindow node={node} onChange={onChange} />
  </>
)

const Assign = ({ node, onChange }: Props<'assign'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const teams = useQuery(teamsQuery).data?.data ?? []
  const members = useNamed('members')
  const ways = ['team', 'member', 'nobody'] as const
  return (
    <>
      <Select
        label={t('assign.to')}
        allowDeselect={false}
        data={ways.map((value) => ({ value, label: t(`assign.${value}`) }))}
        value={node.to}
        onChange={(chosen) => {
          const to = ways.find((one) => one === chosen)
          if (to) onChange({ ...node, to })
        }}
      />
      {node.to === 'team' ? (
        <Select
          label={t('assign.team')}
          searchable
          allowDeselect={false}
          placeholder={t('common:choose')}
          error={errorAt('teamId')}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={node.teamId}
          onChange={(teamId) => onChange({ ...node, teamId })}
        />
      ) : null}
      {node.to === 'member' ? (
        <Select
          label={t('assign.member')}
          searchable
          allowDeselect={false}
          placeholder={t('common:choose')}
          error={errorAt('memberId')}
          data={members}
          value={node.memberId}
          onChange={(memberId) => onChange({ ...node, memberId })}
        />
      ) : null}
    </>
  )
}

const Marks = ({ node, onChange }: Props<'label'> | Props<'tag'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const kind = node.kind === 'label' ? 'labels' : 'tags'
  const data = useNamed(kind)
  const set = onChange as (next: NodeOf<'label'> | NodeOf<'tag'>) => void
  return (
    <>
      <Several
        label={t(`change.add_${kind}`)}
        data={data}
        value={node.add}
        error={errorAt('add')}
        onChange={(add) => set({ ...node, add })}
      />
      <Several
        label={t(`change.remove_${kind}`)}
        data={data}
        value={node.remove}
        onChange={(remove) => set({ ...node, remove })}
      />
    </>
  )
}

const ListStep = ({ node, onChange }: Props<'list'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Select
        label={t('change.how')}
        allowDeselect={false}
        data={(['add', 'remove'] as const).map((value) => ({ value, label: t(`change.${value}_to_list`) }))}
        value={node.how}
        onChange={(how) => onChange({ ...node, how: how === 'remove' ? 'remove' : 'add' })}
      />
      <Select
        label={t('list')}
        searchable
        allowDeselect={false}
        placeholder={t('common:choose')}
        error={errorAt('listId')}
        data={useNamed('lists')}
        value={node.listId}
        onChange={(listId) => onChange({ ...node, listId })}
      />
    </>
  )
}

const UpdateContact = ({ node, onChange }: Props<'update_contact'>) => {
  const { t } = useTranslation(['automation/automations', 'filters'])
  const { words, errorAt } = useEditing()
  const attributes = words.fields.filter(({ group }) => group === 'attributes')
  const data = [
    ...settableFields.map((value) => ({ value, label: t(`filters:field.${value}`) })),
    ...attributes.map((field) => ({ value: field.name, label: fieldLabel(field, words) })),
  ]
  return (
    <>
      {node.fields.map(({ field, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
        <Paper key={index} withBorder p="sm">
          <Stack gap="xs">
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <Select
                label={t('field')}
                flex={1}
                searchable
                allowDeselect={false}
                placeholder={t('common:choose')}
                error={errorAt(`fields.${index}.field`)}
                data={data}
                value={field || null}
                onChange={(next) =>
                  next && onChange({ ...node, fields: replaced(node.fields, index, { field: next, value }) })
                }
              />
              <Remove
                label={t('removeRow', { number: index + 1 })}
                onClick={() => onChange({ ...node, fields: without(node.fields, index) })}
              />
            </Group>
            <FilledText
              label={t('value')}
              at={`fields.${index}.value`}
              value={value}
              maxLength={1000}
              onChange={(next) => onChange({ ...node, fields: replaced(node.fields, index, { field, value: next }) })}
            />
          </Stack>
        </Paper>
      ))}
      <Problem text={errorAt('fields')} />
      <AddButton
        disabled={node.fields.length >= 20}
        onClick={() => onChange({ ...node, fields: [...node.fields, { field: '', value: '' }] })}
      >
        {t('addField')}
      </AddButton>
    </>
  )
}

const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  ) : null

const HttpRequest = ({ node, onChange }: Props<'http_request'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Select
        label={t('http.method')}
        w={140}
        allowDeselect={false}
        data={[...httpMethods]}
        value={node.method}
        onChange={(chosen) => {
          const method = httpMethods.find((one) => one === chosen)
          if (method) onChange({ ...node, method })
        }}
      />
      <FilledText
        label={t('http.url')}
        at="url"
        placeholder="https://api.example.com/orders/{{event.order_id}}"
        maxLength={2000}
        value={node.url}
        onChange={(url) => onChange({ ...node, url })}
      />
      <Text size="sm" fw={550}>
        {t('http.headers')}
      </Text>
      {node.headers.map((header, index) => {
        const set = (next: typeof header) => onChange({ ...node, headers: replaced(node.headers, index, next) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          <Paper key={index} withBorder p="sm">
            <Stack gap="xs">
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <TextInput
                  label={t('http.headerName')}
                  flex={1}
                  maxLength={100}
                  error={errorAt(`headers.${index}.name`)}
                  value={header.name}
                  onChange={({ currentTarget: { value: name } }) => set({ ...header, name })}
                />
                <Remove
                  label={t('removeRow', { number: index + 1 })}
                  onClick={() => onChange({ ...node, headers: without(node.headers, index) })}
                />
              </Group>
              <TextInput
                label={t('value')}
                maxLength={2000}
                autoComplete="off"
                placeholder={header.secret && header.value === null ? t('http.kept') : ''}
                error={errorAt(`headers.${index}.value`)}
                value={header.value ?? ''}
                onChange={({ currentTarget: { value } }) => set({ ...header, value })}
              />
              <Switch
                label={t('http.secret')}
                description={t('http.secretText')}
                checked={header.secret}
                onChange={({ currentTarget: { checked: secret } }) =>
                  set({ ...header, secret, value: header.value ?? (secret ? null : '') })
                }
              />
            </Stack>
          </Paper>
        )
      })}
      <AddButton
        disabled={node.headers.length >= 20}
        onClick={() => onChange({ ...node, headers: [...node.headers, { name: '', value: '', secret: false }] })}
      >
        {t('http.addHeader')}
      </AddButton>
      {node.method === 'GET' ? null : (
        <FilledText
          label={t('http.body')}
          description={t('http.bodyText')}
          at="body"
          rows={4}
          mono
          maxLength={20_000}
          value={node.body}
          onChange={(body) => onChange({ ...node, body })}
        />
      )}
      <Text size="sm" fw={550}>
        {t('http.save')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('http.saveText')}
      </Text>
      {node.save.map((one, index) => {
        const set = (next: typeof one) => onChange({ ...node, save: replaced(node.save, index, next) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label={t('variable')}
              flex={1}
              error={errorAt(`save.${index}.variable`)}
              value={one.variable}
              onChange={({ currentTarget: { value } }) => set({ ...one, variable: variableOf(value) })}
            />
            <TextInput
              label={t('http.path')}
              flex={1}
              placeholder="$.status"
              maxLength={300}
              error={errorAt(`save.${index}.path`)}
              value={one.path}
              onChange={({ currentTarget: { value: path } }) => set({ ...one, path })}
            />
            <Remove
              label={t('removeRow', { number: index + 1 })}
              onClick={() => onChange({ ...node, save: without(node.save, index) })}
            />
          </Group>
        )
      })}
      <AddButton
        disabled={node.save.length >= 20}
        onClick={() => onChange({ ...node, save: [...node.save, { variable: '', path: '' }] })}
      >
        {t('http.addSave')}
      </AddButton>
      <Whole
        label={t('http.timeout')}
        value={node.timeoutSeconds}
        min={1}
        max={30}
        w={160}
        onChange={(timeoutSeconds) => onChange({ ...node, timeoutSeconds })}
      />
    </>
  )
}

const Webhook = ({ node, onChange }: Props<'webhook'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('webhook.text')}
      </Text>
      <TextInput
        label={t('webhook.event')}
        placeholder="lead.qualified"
        maxLength={80}
        error={errorAt('event')}
        value={node.event}
        onChange={({ currentTarget: { value: event } }) => onChange({ ...node, event })}
      />
      {node.fields.map((field, index) => {
        const set = (next: typeof field) => onChange({ ...node, fields: replaced(node.fields, index, next) })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          <Paper key={index} withBorder p="sm">
            <Stack gap="xs">
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <TextInput
                  label={t('webhook.key')}
                  flex={1}
                  maxLength={80}
                  error={errorAt(`fields.${index}.key`)}
                  value={field.key}
                  onChange={({ currentTarget: { value: key } }) => set({ ...field, key })}
                />
                <Remove
                  label={t('removeRow', { number: index + 1 })}
                  onClick={() => onChange({ ...node, fields: without(node.fields, index) })}
                />
              </Group>
              <FilledText
                label={t('value')}
                at={`fields.${index}.value`}
                maxLength={2000}
                value={field.value}
                onChange={(value) => set({ ...field, value })}
              />
            </Stack>
          </Paper>
        )
      })}
      <AddButton
        disabled={node.fields.length >= 50}
        onClick={() => onChange({ ...node, fields: [...node.fields, { key: '', value: '' }] })}
      >
        {t('addField')}
      </AddButton>
    </>
  )
}

const Notify = ({ node, onChange }: Props<'notify'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Several
        label={t('notify.members')}
        data={useNamed('members')}
        value={node.memberIds}
        error={errorAt('memberIds')}
        onChange={(memberIds) => onChange({ ...node, memberIds })}
      />
      <Switch
        label={t('notify.assignee')}
        checked={node.assignee}
        onChange={({ currentTarget: { checked: assignee } }) => onChange({ ...node, assignee })}
      />
      <FilledText
        label={t('notify.title')}
        at="title"
        maxLength={120}
        value={node.title}
        onChange={(title) => onChange({ ...node, title })}
      />
      <FilledText
        label={t('text')}
        at="text"
        rows={3}
        maxLength={1000}
        value={node.text}
        onChange={(text) => onChange({ ...node, text })}
      />
      <Switch
        label={t('notify.email')}
        checked={node.email}
        onChange={({ currentTarget: { checked: email } }) => onChange({ ...node, email })}
      />
    </>
  )
}

const SetVariable = ({ node, onChange }: Props<'set_variable'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <TextInput
        label={t('variable')}
        description={t('variableText')}
        error={errorAt('variable')}
        value={node.variable}
        onChange={({ currentTarget: { value } }) => onChange({ ...node, variable: variableOf(value) })}
      />
      <FilledText
        label={t('value')}
        at="value"
        maxLength={2000}
        value={node.value}
        onChange={(value) => onChange({ ...node, value })}
      />
    </>
  )
}

const useAutomations = () =>
  (useQuery(automationsQuery({}, undefined, 100)).data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))

const StartAutomation = ({ node, onChange }: Props<'start_automation'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <Select
      label={t('automation')}
      searchable
      allowDeselect={false}
      placeholder={t('common:choose')}
      error={errorAt('automationId')}
      data={useAutomations()}
      value={node.automationId}
      onChange={(automationId) => onChange({ ...node, automationId })}
    />
  )
}

const StopRuns = ({ node, onChange }: Props<'stop_runs'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Several
      label={t('stop.which')}
      any={t('stop.all')}
      data={useAutomations()}
      value={node.automationIds}
      onChange={(automationIds) => onChange({ ...node, automationIds })}
    />
  )
}

const untilTypes = ['clock', 'date', 'field', 'business_hours'] as const

const WaitUntil = ({ node, onChange }: Props<'wait_until'>) => {
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

const WaitEvent = ({ node, onChange }: Props<'wait_event'>) => {
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

const Branch = ({ node, onChange }: Props<'branch'>) => {
  const { t } = useTranslation('automation/automations')
  const { words, problemsAt, errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('branch.text')}
      </Text>
      <FilterBuilder
        filter={node.filter}
        words={words}
        problems={problemsAt('filter')}
        onChange={(filter) => onChange({ ...node, filter })}
      />
      <Problem text={node.filter.children.length === 0 ? errorAt('filter') : undefined} />
    </>
  )
}

const SwitchStep = ({ node, onChange }: Props<'switch'>) => {
  const { t } = useTranslation('automation/automations')
  const { words, problemsAt, errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('switch.text')}
      </Text>
      {node.cases.map((one, index) => {
        const set = (next: typeof one) => onChange({ ...node, cases: replaced(node.cases, index, next) })
        return (
          <Paper key={one.id} withBorder p="sm">
            <Stack gap="xs">
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <TextInput
                  label={t('switch.name', { number: index + 1 })}
                  flex={1}
                  maxLength={80}
                  value={one.name}
                  onChange={({ currentTarget: { value: name } }) => set({ ...one, name })}
                />
                <Remove
                  label={t('removeRow', { number: index + 1 })}
                  onClick={() => onChange({ ...node, cases: without(node.cases, index) })}
                />
              </Group>
              <FilterBuilder
                filter={one.filter}
                words={words}
                problems={problemsAt(`cases.${index}.filter`)}
                onChange={(filter) => set({ ...one, filter })}
              />
              <Problem text={one.filter.children.length === 0 ? errorAt(`cases.${index}.filter`) : undefined} />
            </Stack>
          </Paper>
        )
      })}
      <Problem text={node.cases.length === 0 ? errorAt('cases') : undefined} />
      <AddButton
        disabled={node.cases.length >= automationLimits.cases}
        onClick={() =>
          onChange({
            ...node,
            cases: [...node.cases, { id: newId('case'), name: '', filter: { value: 'AND', children: [] } }],
          })
        }
      >
        {t('switch.add')}
      </AddButton>
    </>
  )
}

const evenly = (parts: NodeOf<'split'>['parts']): NodeOf<'split'>['parts'] => {
  const part = Math.floor(100 / Math.max(1, parts.length))
  return parts.map((one, index) => ({ ...one, percent: index === 0 ? 100 - part * (parts.length - 1) : part }))
}

const Split = ({ node, onChange }: Props<'split'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('split.text')}
      </Text>
      {node.parts.map((part, index) => {
        const set = (next: typeof part) => onChange({ ...node, parts: replaced(node.parts, index, next) })
        return (
          <Group key={part.id} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label={t('split.name', { number: index + 1 })}
              flex={1}
              maxLength={80}
              value={part.name}
              onChange={({ currentTarget: { value: name } }) => set({ ...part, name })}
            />
            <Whole
              label={t('split.percent')}
              value={part.percent}
              min={0}
              max={100}
              suffix="%"
              w={92}
              onChange={(percent) => set({ ...part, percent })}
            />
            {node.parts.length > 2 ? (
              <Remove
                label={t('removeRow', { number: index + 1 })}
                onClick={() => onChange({ ...node, parts: evenly(without(node.parts, index)) })}
              />
            ) : null}
          </Group>
        )
      })}
      <Problem text={errorAt('parts')} />
      <AddButton
        disabled={node.parts.length >= automationLimits.parts}
        onClick={() =>
          onChange({
            ...node,
            parts: evenly([
              ...node.parts,
              { id: newId('part'), name: String.fromCharCode(65 + node.parts.length), percent: 0 },
            ]),
          })
        }
      >
        {t('split.add')}
      </AddButton>
    </>
  )
}

const Loop = ({ node, onChange }: Props<'loop'>) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  const groups = usePlaceholders()
  const data = groups.flatMap(({ items }) => items).filter(({ value }) => /^(event|vars)\./.test(value))
  const known = data.some(({ value }) => value === node.over)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('loop.text', { count: automationLimits.items })}
      </Text>
      <Select
        label={t('loop.over')}
        searchable
        allowDeselect={false}
        placeholder={t('common:choose')}
        error={errorAt('over')}
        data={known || node.over === '' ? data : [...data, { value: node.over, label: node.over }]}
        value={node.over || null}
        onChange={(over) => over && onChange({ ...node, over })}
      />
      <TextInput
        label={t('loop.as')}
        description={t('loop.asText', { example: `{{vars.${node.as || 'item'}.name}}` })}
        error={errorAt('as')}
        value={node.as}
        onChange={({ currentTarget: { value } }) => onChange({ ...node, as: variableOf(value) })}
      />
    </>
  )
}

const Note = ({ node, onChange }: Props<'note'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <FilledText
      label={t('note')}
      at="text"
      rows={4}
      maxLength={10_000}
      value={node.text}
      onChange={(text) => onChange({ ...node, text })}
    />
  )
}

const Span = ({ node, onChange }: Props<'wait'> | Props<'snooze'>) => {
  const { t } = useTranslation('automation/automations')
  const set = onChange as (next: NodeOf<'wait'> | NodeOf<'snooze'>) => void
  return (
    <SpanField
      label={t(node.kind === 'wait' ? 'waitTime' : 'snoozeTime')}
      at="span"
      value={node.span}
      onChange={(span) => set({ ...node, span })}
    />
  )
}

const Resolve = ({ node, onChange }: Props<'resolve'>) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Switch
      label={t('resolve.survey')}
      description={t('resolve.surveyText')}
      checked={node.survey}
      onChange={({ currentTarget: { checked: survey } }) => onChange({ ...node, survey })}
    />
  )
}

const End = (_props: Props<'end'>): ReactNode => {
  const { t } = useTranslation('automation/automations')
  return (
    <Text size="sm" c="dimmed">
      {t('node.end.text')}
    </Text>
  )
}

const forms: { [K in NodeKind]: (props: Props<K>) => ReactNode } = {
  send_text: SendText,
  send_template: SendTemplate,
  send_media: SendMedia,
  send_interactive: SendInteractive,
  ask_consent: AskConsentFields,
  assign: Assign,
  label: Marks,
  tag: Marks,
  list: ListStep,
  snooze: Span,
  wait: Span,
  resolve: Resolve,
  note: Note,
  update_contact: UpdateContact,
  http_request: HttpRequest,
  webhook: Webhook,
  notify: Notify,
  set_variable: SetVariable,
  start_automation: StartAutomation,
  stop_runs: StopRuns,
  wait_until: WaitUntil,
  wait_event: WaitEvent,
  branch: Branch,
  switch: SwitchStep,
  split: Split,
  loop: Loop,
  end: End,
}

/** The fields of a step: what it is called, what it does, and what happens when that fails. */
export const StepFields = ({ node, onChange }: { node: AutomationNode; onChange: (node: AutomationNode) => void }) => {
  const { t } = useTranslation('automation/automations')
  const Form = forms[node.kind] as (props: { node: AutomationNode; onChange: typeof onChange }) => ReactNode
  return (
    <Stack gap="md">
      <Form node={node} onChange={onChange} />
      {'onError' in node ? (
        <Select
          label={t('onError.title')}
          allowDeselect={false}
          data={errorWays.map((value) => ({ value, label: t(`onError.${value}`) }))}
          value={node.onError}
          onChange={(chosen) => {
            const onError = errorWays.find((one) => one === chosen)
            if (onError) onChange({ ...node, onError })
          }}
        />
      ) : null}
      <TextInput
        label={t('stepName')}
        placeholder={t(`node.${node.kind}.name`)}
        maxLength={80}
        value={node.name}
        onChange={({ currentTarget: { value: name } }) => onChange({ ...node, name })}
      />
    </Stack>
  )
}
