import { Alert, Anchor, Badge, Button, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import {
  createNotificationIntegration,
  updateNotificationIntegration,
} from '@recado/contracts/admin/notification-integrations'
import { channelTypes } from '@recado/contracts/notifications/domain'
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type CredentialField, type Integration, notificationKeys, type Provider } from './api.ts'
import { CredentialFields, type Credentials, credentialsBody, credentialsOf } from './credential-fields.tsx'

type Values = { name: string; active: boolean; check: boolean; credentials: Credentials }

type FormProps = {
  title: string
  provider: Pick<Provider, 'fields'> & Partial<Provider>
  integration: Integration | null
  schema: Parameters<typeof useContractForm>[0]['schema']
  send: (body: Values) => Promise<unknown>
  onBack?: () => void
  onClose: () => void
}

const missingSecrets = (fields: CredentialField[], { credentials }: Values, known: Credentials, text: string) =>
  Object.fromEntries(
    fields
      .filter(({ key, required, secret }) => required && !(secret && known[key]))
      .filter(({ key }) => credentials[key] === '' || credentials[key] === undefined || credentials[key] === null)
      .map(({ key }) => [`credentials.${key}`, text]),
  )

const IntegrationForm = ({ title, provider, integration, schema, send, onBack, onClose }: FormProps) => {
  const { t } = useTranslation(['admin/notifications', 'validation'])
  const queryClient = useQueryClient()
  const { fields } = provider
  const known = integration?.credentials ?? {}
  const bodyOf = (values: Values) => ({ ...values, credentials: credentialsBody(fields, values.credentials) })
  const { form, drawer } = useContractForm<Values>({
    schema,
    initialValues: {
      name: integration?.name ?? provider.displayName ?? '',
      active: integration?.active ?? true,
      check: false,
      credentials: credentialsOf(fields, known),
    },
    toBody: (values) => ({ providerId: provider.id, channel: provider.channel, ...bodyOf(values) }),
    extra: (values) => missingSecrets(fields, values, known, t('validation:required')),
    onSubmit: async (values) => {
      await send(bodyOf(values))
      await queryClient.invalidateQueries({ queryKey: notificationKeys.integrations })
      toastSuccess(t('common:saved'))
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={title}
      submitLabel={t(integration ? 'common:save' : 'integrations.connectIt')}
      {...drawer}
      onClose={onClose}
    >
      {onBack ? (
        <div>
          <Button variant="subtle" size="compact-sm" px={4} leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
            {t('integrations.otherProvider')}
          </Button>
        </div>
      ) : null}
      {provider.docUrl ? (
        <Anchor href={provider.docUrl} target="_blank" rel="noreferrer" size="sm" c="var(--accent-text)">
          <Group gap={5} component="span">
            {t('integrations.docs')} <IconExternalLink size={14} aria-hidden="true" />
          </Group>
        </Anchor>
      ) : null}
      <TextInput label={t('field.name')} withAsterisk {...form.getInputProps('name')} />
      <CredentialFields
        fields={fields}
        known={known}
        inputPropsOf={(path, options) => ({ ...form.getInputProps(path, options ?? {}) })}
      />
      <Switch label={t('integrations.activeLabel')} {...form.getInputProps('active', { type: 'checkbox' })} />
      <Switch
        label={t('integrations.check')}
        description={t('integrations.checkText')}
        {...form.getInputProps('check', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}

type ConnectProps = { providers: Provider[]; onClose: () => void }

const ChooseProvider = ({ providers, onChoose, onClose }: ConnectProps & { onChoose: (key: string) => void }) => {
  const { t } = useTranslation('admin/notifications')
  const [key, setKey] = useState<string | null>(null)
  const chosen = providers.find((provider) => keyOf(provider) === key)
  const data = channelTypes.map((type) => ({
    group: t(`step.${type}`),
    items: providers
      .filter(({ channel }) => channel === type)
      .sort((a, b) => Number(b.available) - Number(a.available))
      .map((provider) => ({
        value: keyOf(provider),
        label: provider.displayName,
        disabled: !provider.available,
      })),
  }))
  return (
    <FormDrawer
      opened
      title={t('integrations.connect')}
      submitLabel={t('common:continue')}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen?.available) onChoose(keyOf(chosen))
      }}
      onClose={onClose}
    >
      <Select
        label={t('integrations.provider')}
        description={t('integrations.providerText', {
          count: providers.length,
          available: providers.filter(({ available }) => available).length,
        })}
        data-autofocus
        searchable
        limit={200}
        maxDropdownHeight={420}
        nothingFoundMessage={t('common:nothingFound')}
        data={data}
        value={key}
        onChange={setKey}
        renderOption={({ option }) => {
          const provider = providers.find((one) => keyOf(one) === option.value)
          return (
            <Group justify="space-between" flex={1} wrap="nowrap">
              <span>{option.label}</span>
              {provider?.available ? (
                provider.beta ? (
                  <Badge size="xs" variant="light" color="clay">
                    {t('integrations.beta')}
                  </Badge>
                ) : null
              ) : (
                <Text size="xs">{t('integrations.unavailable')}</Text>
              )}
            </Group>
          )
        }}
      />
      {chosen && !chosen.available ? <Alert color="gray">{t('integrations.unavailable')}</Alert> : null}
    </FormDrawer>
  )
}

const keyOf = ({ channel, id }: Provider): string => `${channel}/${id}`

/** Connects a provider: which one, then what it asks for. */
export const ConnectDrawer = ({ providers, onClose }: ConnectProps) => {
  const { t } = useTranslation('admin/notifications')
  const [key, setKey] = useState<string | null>(null)
  const provider = providers.find((one) => keyOf(one) === key)
  if (!provider) return <ChooseProvider providers={providers} onChoose={setKey} onClose={onClose} />
  return (
    <IntegrationForm
      key={key}
      title={t('integrations.connectTitle', { name: provider.displayName })}
      provider={provider}
      integration={null}
      schema={createNotificationIntegration.body}
      send={(body) =>
        call(createNotificationIntegration, { body: { ...body, providerId: provider.id, channel: provider.channel } })
      }
      onBack={() => setKey(null)}
      onClose={onClose}
    />
  )
}

type EditProps = { integration: Integration; fields: CredentialField[]; onClose: () => void }

/** Changes an integration; secrets that are left empty stay as they are. */
export const EditDrawer = ({ integration, fields, onClose }: EditProps) => (
  <IntegrationForm
    title={integration.name}
    provider={{ fields }}
    integration={integration}
    schema={updateNotificationIntegration.body}
    send={(body) => call(updateNotificationIntegration, { params: { id: integration.id }, body })}
    onClose={onClose}
  />
)
