import { Anchor, Group, Switch, Text, TextInput } from '@mantine/core'
import {
  createNotificationIntegration,
  updateNotificationIntegration,
} from '@recado/contracts/admin/notification-integrations'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type CredentialField, type Integration, notificationKeys, type Provider } from './api.ts'
import { CredentialFields, type Credentials, credentialsBody, credentialsOf } from './credential-fields.tsx'
import { ProviderLogo } from './provider-logo.tsx'

type Values = { name: string; active: boolean; check: boolean; credentials: Credentials }

type FormProps = {
  title: string
  provider: Pick<Provider, 'fields'> & Partial<Provider>
  integration: Integration | null
  schema: Parameters<typeof useContractForm>[0]['schema']
  send: (body: Values) => Promise<unknown>
  onClose: () => void
}

const missingSecrets = (fields: CredentialField[], { credentials }: Values, known: Credentials, text: string) =>
  Object.fromEntries(
    fields
      .filter(({ key, required, secret }) => required && !(secret && known[key]))
      .filter(({ key }) => credentials[key] === '' || credentials[key] === undefined || credentials[key] === null)
      .map(({ key }) => [`credentials.${key}`, text]),
  )

const IntegrationForm = ({ title, provider, integration, schema, send, onClose }: FormProps) => {
  const { t } = useTranslation(['admin/notifications', 'validation'])
  const queryClient = useQueryClient()
  const { fields } = provider
  const known = integration?.credentials ?? {}
  const bodyOf = (values: Values) => ({ ...values, credentials: credentialsBody(fields, values.credentials) })
  const { form, state } = useContractForm<Values>({
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
      {...state}
      onClose={onClose}
    >
      {provider.id ? (
        <Group gap="sm" wrap="nowrap">
          <ProviderLogo id={provider.id} name={provider.displayName ?? ''} />
          {provider.channel ? (
            <Text size="sm" c="dimmed">
              {t(`step.${provider.channel}`)}
            </Text>
          ) : null}
          {provider.docUrl ? (
            <Anchor href={provider.docUrl} target="_blank" rel="noreferrer" size="sm" c="var(--accent-text)">
              <Group gap={5} component="span">
                {t('integrations.docs')} <IconExternalLink size={14} aria-hidden="true" />
              </Group>
            </Anchor>
          ) : null}
        </Group>
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

/** Connects a provider with the credentials it requires. */
export const ConnectDrawer = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const { t } = useTranslation('admin/notifications')
  const { id, channel, displayName } = provider
  return (
    <IntegrationForm
      title={t('integrations.connectTitle', { name: displayName })}
      provider={provider}
      integration={null}
      schema={createNotificationIntegration.body}
      send={(body) => call(createNotificationIntegration, { body: { ...body, providerId: id, channel } })}
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
