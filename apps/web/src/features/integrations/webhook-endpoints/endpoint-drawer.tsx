import { MultiSelect } from '@mantine/core'
import {
  createWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from '@recado/contracts/integrations/webhook-endpoints'
import type { WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { webhookEndpointsQuery } from './api.ts'
import { EventPicker } from './event-picker.tsx'

type Values = {
  url: string
  description: string
  events: WebhookEventName[]
  channelIds: string[]
  labelIds: string[]
}

const bodyOf = ({ channelIds, labelIds, ...values }: Values) => ({ ...values, filters: { channelIds, labelIds } })

type Props = {
  stored: WebhookEndpoint | null
  onMade?: (endpoint: WebhookEndpointWithSecret) => void
  onClose: () => void
}

/** Adds an endpoint, of which the secret is shown once, or changes where it is and what it is told. */
export const EndpointDrawer = ({ stored, onMade, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const queryClient = useQueryClient()
  const channels = useQuery(channelsQuery).data?.data ?? []
  const labels = useQuery(labelsQuery).data?.data ?? []
  const { form, state } = useVersionedForm<WebhookEndpoint, Values>({
    schema: createWebhookEndpoint.body,
    stored,
    valuesOf: (endpoint) => ({
      ...{ url: endpoint?.url ?? '', description: endpoint?.description ?? '', events: endpoint?.events ?? [] },
      ...{ channelIds: endpoint?.filters.channelIds ?? [], labelIds: endpoint?.filters.labelIds ?? [] },
    }),
    toBody: bodyOf,
    extra: ({ events }) => (events.length > 0 ? {} : { events: t('noEvent') }),
    labels: {
      ...{ url: t('url'), description: t('description'), events: t('events') },
      ...{ channelIds: t('numbers'), labelIds: t('labels') },
    },
    save: async (values, base) => {
      if (base)
        return call(updateWebhookEndpoint, {
          params: { id: base.id },
          body: { ...bodyOf(values), version: base.version },
        })
      onMade?.(await call(createWebhookEndpoint, { body: bodyOf(values) }))
    },
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: webhookEndpointsQuery.queryKey })
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t(stored ? 'change' : 'add')}
      submitLabel={t(stored ? 'common:save' : 'create')}
      {...state}
      onClose={onClose}
    >
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        placeholder="https://example.com/webhooks/recado"
        inputMode="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput label={t('description')} description={t('descriptionHint')} {...form.getInputProps('description')} />
      <EventPicker {...form.getInputProps('events')} />
      <MultiSelect
        label={t('numbers')}
        description={t('numbersHint')}
        placeholder={form.values.channelIds.length === 0 ? t('anyNumber') : undefined}
        data={channels.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        {...form.getInputProps('channelIds')}
      />
      <MultiSelect
        label={t('labels')}
        description={t('labelsHint')}
        placeholder={form.values.labelIds.length === 0 ? t('anyLabel') : undefined}
        data={labels.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        {...form.getInputProps('labelIds')}
      />
    </FormDrawer>
  )
}
