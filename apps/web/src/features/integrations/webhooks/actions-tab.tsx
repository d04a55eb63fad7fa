import { ActionIcon, Alert, Button, Group, MultiSelect, Paper, Stack, Text } from '@mantine/core'
import { newTrigger } from '@recado/contracts/automation/automation-catalogue'
import type { AutomationTrigger } from '@recado/contracts/automation/automation-events'
import { emptyGraph } from '@recado/contracts/automation/automation-graph'
import { createAutomation } from '@recado/contracts/automation/automations'
import { canonicalEvents } from '@recado/contracts/integrations/canonical-events'
import type { WebhookAction } from '@recado/contracts/integrations/webhook-actions'
import type { SourceRecipe } from '@recado/contracts/integrations/webhook-definition'
import type { WebhookIntegrationDetail } from '@recado/contracts/integrations/webhook-integrations'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { IconAutomation, IconSparkles, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { isSame } from '#web/lib/api/versions.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { activeAutomationsQuery } from '#web/queries/automations.ts'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { useChange } from './use-change.ts'
import { useLanguage } from './use-language.ts'

type Of<Type extends WebhookAction['type']> = Extract<WebhookAction, { type: Type }>
type FieldsProps<Type extends WebhookAction['type']> = { action: Of<Type>; onChange: (next: Of<Type>) => void }

const Template = ({ action, onChange }: FieldsProps<'template'>) => {
  const { t } = useTranslation('integrations/webhooks')
  const channels = useQuery(channelsQuery)
  const templates = useQuery({ ...channelTemplatesQuery(action.channelId), enabled: action.channelId !== '' })
  const all = templates.data?.data ?? []
  const keyOf = ({ name, language }: { name: string; language: string }) => `${name} ${language}`
  const template = all.find((one) => keyOf(one) === keyOf(action.template))
  const suggested = action.template.language === '' ? all.find(({ name }) => name === action.template.name) : undefined
  useEffect(() => {
    if (suggested) onChange({ ...action, template: { ...action.template, language: suggested.language } })
  })
  const variables = template
    ? templateVariables({ ...template, components: template.components as never }).filter(({ kind }) => kind === 'text')
    : []
  return (
    <>
      <Select
        label={t('action.channel')}
        allowDeselect={false}
        data={(channels.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={action.channelId || null}
        onChange={(channelId) => channelId && onChange({ ...action, channelId })}
      />
      <Select
        label={t('action.templateName')}
        allowDeselect={false}
        searchable
        data={all.map((one) => ({ value: keyOf(one), label: `${one.name} · ${one.language}` }))}
        value={template ? keyOf(template) : null}
        onChange={(value) => {
          const next = all.find((one) => keyOf(one) === value)
          if (next) onChange({ ...action, template: { name: next.name, language: next.language, values: {} } })
        }}
      />
      {variables.map(({ key }) => (
        <TextInput
          key={key}
          label={t('action.value', { key })}
          placeholder="{{first_name}}"
          value={action.template.values[key] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...action,
              template: { ...action.template, values: { ...action.template.values, [key]: value } },
            })
          }
        />
      ))}
      {variables.length > 0 ? (
        <Text size="xs" c="dimmed">
          {t('action.valueHint', { example: '{{order_number}}' })}
        </Text>
      ) : null}
    </>
  )
}

const Tags = ({ action, onChange }: FieldsProps<'tags'>) => {
  const { t } = useTranslation('integrations/webhooks')
  const tags = useQuery(contactTagsQuery)
  return (
    <MultiSelect
      label={t('action.tagIds')}
      searchable
      data={(tags.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={action.tagIds}
      onChange={(tagIds) => onChange({ ...action, tagIds })}
    />
  )
}

const Lists = ({ action, onChange }: FieldsProps<'list'>) => {
  const { t } = useTranslation('integrations/webhooks')
  const lists = useQuery(contactListsQuery)
  return (
    <Select
      label={t('action.listId')}
      allowDeselect={false}
      data={(lists.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={action.listId || null}
      onChange={(listId) => listId && onChange({ ...action, listId })}
    />
  )
}

const Attribute = ({ action, onChange }: FieldsProps<'attribute'>) => {
  const { t } = useTranslation('integrations/webhooks')
  return (
    <Group grow align="flex-end">
      <TextInput
        label={t('action.key')}
        value={action.key}
        onChange={({ currentTarget: { value: key } }) => onChange({ ...action, key })}
      />
      <TextInput
        label={t('action.attributeValue')}
        placeholder="{{amount}}"
        value={action.value}
        onChange={({ currentTarget: { value } }) => onChange({ ...action, value })}
      />
    </Group>
  )
}

const Automation = ({ action, onChange }: FieldsProps<'automation'>) => {
  const { t } = useTranslation('integrations/webhooks')
  const active = useQuery(activeAutomationsQuery)
  return (
    <Select
      label={t('action.automationId')}
      allowDeselect={false}
      searchable
      data={(active.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={action.automationId || null}
      onChange={(automationId) => automationId && onChange({ ...action, automationId })}
    />
  )
}

const Fields = ({ action, onChange }: { action: WebhookAction; onChange: (next: WebhookAction) => void }) => {
  if (action.type === 'template') return <Template action={action} onChange={onChange} />
  if (action.type === 'automation') return <Automation action={action} onChange={onChange} />
  if (action.type === 'tags') return <Tags action={action} onChange={onChange} />
  return action.type === 'list' ? (
    <Lists action={action} onChange={onChange} />
  ) : (
    <Attribute action={action} onChange={onChange} />
  )
}

const blank = (type: string): WebhookAction => {
  const base = { id: crypto.randomUUID(), on: [] }
  if (type === 'tags') return { ...base, type, tagIds: [] }
  if (type === 'list') return { ...base, type, listId: '', how: 'add' }
  if (type === 'automation') return { ...base, type, automationId: '' }
  if (type === 'attribute') return { ...base, type, key: '', value: '' }
  return {
    ...{ ...base, type: 'template', channelId: '', oncePerObject: true },
    template: { name: '', language: '', values: {} },
  }
}

/** An action as a source suggests it; which tags and which number are the company's to say. */
const suggestedAction = (recipe: SourceRecipe): WebhookAction => {
  const action: WebhookAction = { ...blank(recipe.type), on: recipe.on }
  if (action.type === 'attribute' && recipe.type === 'attribute')
    return { ...action, key: recipe.key, value: recipe.value }
  if (action.type === 'template' && recipe.type === 'template')
    return { ...action, template: { name: recipe.templateName, language: '', values: recipe.values } }
  return action
}

/** Begins an automation that the system's events start, for what takes more than one step. */
const Automate = ({ system }: { system: WebhookIntegrationDetail }) => {
  const { t } = useTranslation('integrations/webhooks')
  const may = useCan()('automations.write')
  const navigate = useNavigate()
  const begin = useMutation({
    mutationFn: () => {
      const trigger = { ...newTrigger('webhook_event'), integrationIds: [system.id] } as AutomationTrigger
      return call(createAutomation, { body: { name: system.name, draft: { ...emptyGraph, trigger } } })
    },
    onSuccess: ({ id }) => void navigate({ to: '/company/actions/$id', params: { id } }),
  })
  if (!may) return null
  return (
    <Group gap="sm">
      <Text size="sm">{t('action.more')}</Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconAutomation size={16} />}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('action.automate')}
      </Button>
    </Group>
  )
}

const types = ['template', 'tags', 'list', 'attribute', 'automation'] as const

/** What is done about the system's events. */
export const ActionsTab = ({ system }: { system: WebhookIntegrationDetail }) => {
  const { t } = useTranslation(['integrations/webhooks', 'contacts/contact', 'errors', 'validation'])
  const [edited, setActions] = useState<WebhookAction[] | null>(null)
  const actions = edited ?? system.actions
  const change = useChange(system)
  const language = useLanguage()
  useUnsaved(() => !isSame(actions, system.actions) && !change.isPending)
  const save = () =>
    change.mutate(
      { actions },
      {
        onSuccess: () => {
          setActions(null)
          toastSuccess(t('saved'))
        },
      },
    )
  const replace = (next: WebhookAction) => setActions(actions.map((one) => (one.id === next.id ? next : one)))
  return (
    <Stack gap="md" maw={720}>
      <Text size="sm" c="dimmed">
        {t('action.intro')}
      </Text>
      <Automate system={system} />
      {actions.map((action) => (
        <Paper key={action.id} withBorder p="md" component="section" aria-label={t(`action.${action.type}`)}>
          <Stack gap="sm">
            <Group justify="space-between">
              <Text fw={550}>{t(`action.${action.type}`)}</Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('action.drop', { name: t(`action.${action.type}`) })}
                onClick={() => setActions(actions.filter(({ id }) => id !== action.id))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </Group>
            <MultiSelect
              label={t('action.on')}
              placeholder={action.on.length === 0 ? t('action.onAll') : ''}
              data={canonicalEvents.map((value) => ({ value, label: t(`contacts/contact:systems.${value}`) }))}
              value={action.on}
              onChange={(on) => replace({ ...action, on: canonicalEvents.filter((one) => on.includes(one)) })}
            />
            <Fields action={action} onChange={replace} />
          </Stack>
        </Paper>
      ))}
      {system.guide.recipes.length > 0 ? (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('action.suggested')}
          </Text>
          <Group gap="xs">
            {system.guide.recipes.map((recipe) => (
              <Button
                key={recipe.name.en}
                variant="light"
                size="sm"
                leftSection={<IconSparkles size={16} />}
                onClick={() => setActions([...actions, suggestedAction(recipe)])}
              >
                {recipe.name[language]}
              </Button>
            ))}
          </Group>
        </Stack>
      ) : null}
      <Group>
        {types.map((type) => (
          <Button key={type} variant="default" size="sm" onClick={() => setActions([...actions, blank(type)])}>
            {t(`action.add.${type}`)}
          </Button>
        ))}
      </Group>
      {change.error ? <Alert color="red">{errorText(t, change.error)}</Alert> : null}
      <Button loading={change.isPending} onClick={save} style={{ alignSelf: 'flex-start' }}>
        {t('common:save')}
      </Button>
    </Stack>
  )
}
