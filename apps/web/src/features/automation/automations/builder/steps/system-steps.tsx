import { Group, Text } from '@mantine/core'
import { httpMethods } from '@recado/contracts/automation/automation-graph'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useEditing } from '../editing.ts'
import { Several, useNamed } from '../event-fields.tsx'
import { AddButton, FilledText, variableOf, Whole } from '../fields.tsx'
import { Entry, Remove, replaced, without } from './rows.tsx'
import type { StepProps } from './step-props.ts'

// Steps that call other systems, tell the team, and keep values.

export const HttpRequest = ({ node, onChange }: StepProps<'http_request'>) => {
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
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
            key={index}
            place={index}
            onRemove={() => onChange({ ...node, headers: without(node.headers, index) })}
            head={
              <TextInput
                label={t('http.headerName')}
                flex={1}
                maxLength={100}
                error={errorAt(`headers.${index}.name`)}
                value={header.name}
                onChange={({ currentTarget: { value: name } }) => set({ ...header, name })}
              />
            }
          >
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
          </Entry>
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

export const Webhook = ({ node, onChange }: StepProps<'webhook'>) => {
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
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
            key={index}
            place={index}
            onRemove={() => onChange({ ...node, fields: without(node.fields, index) })}
            head={
              <TextInput
                label={t('webhook.key')}
                flex={1}
                maxLength={80}
                error={errorAt(`fields.${index}.key`)}
                value={field.key}
                onChange={({ currentTarget: { value: key } }) => set({ ...field, key })}
              />
            }
          >
            <FilledText
              label={t('value')}
              at={`fields.${index}.value`}
              maxLength={2000}
              value={field.value}
              onChange={(value) => set({ ...field, value })}
            />
          </Entry>
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

export const Notify = ({ node, onChange }: StepProps<'notify'>) => {
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

export const SetVariable = ({ node, onChange }: StepProps<'set_variable'>) => {
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
