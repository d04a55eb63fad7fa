import { Checkbox, Radio, Stack } from '@mantine/core'
import { type ApiScope, apiScopes, scopeAbilities } from '@recado/contracts/api-scopes'
import {
  type ApiKey,
  type ApiKeyMode,
  type ApiKeyWithSecret,
  apiKeyModes,
  createApiKey,
  updateApiKey,
} from '@recado/contracts/integrations/api-keys'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { scopeTextKey } from './api.ts'

type Values = { name: string; mode: ApiKeyMode; scopes: ApiScope[]; addresses: string[]; expires: string }

const lifetimes = ['30', '90', '365', 'never'] as const
const daysOf = (expires: string) => (expires === 'never' ? null : Number(expires))

type Props = {
  stored: ApiKey | null
  onMade: (key: ApiKeyWithSecret) => void
  onSaved: () => void
  onClose: () => void
}

/** Adds a key, of which the secret is shown once, or changes what one may do and from where. */
export const KeyDrawer = ({ stored, onMade, onSaved, onClose }: Props) => {
  const { t } = useTranslation('integrations/api-keys')
  const can = useCan()
  const { form, state } = useVersionedForm<ApiKey, Values>({
    schema: createApiKey.body,
    stored,
    valuesOf: (key) => ({
      name: key?.name ?? '',
      mode: key?.mode ?? 'live',
      scopes: key?.scopes ?? [],
      addresses: key?.addresses ?? [],
      expires: '365',
    }),
    toBody: ({ expires, ...values }) => ({ ...values, expiresInDays: daysOf(expires) }),
    extra: ({ scopes }) => (scopes.length > 0 ? {} : { scopes: t('noScope') }),
    labels: {
      name: t('name'),
      mode: t('mode.label'),
      scopes: t('scopes'),
      addresses: t('addresses'),
      expires: t('expires'),
    },
    save: async ({ expires, mode, ...values }, base) => {
      if (base) return call(updateApiKey, { params: { id: base.id }, body: { ...values, version: base.version } })
      onMade(await call(createApiKey, { body: { ...values, mode, expiresInDays: daysOf(expires) } }))
    },
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const isHeld = (scope: ApiScope) => scopeAbilities[scope].every((ability) => can(ability))
  return (
    <FormDrawer
      opened
      title={t(stored ? 'change' : 'add')}
      submitLabel={t(stored ? 'common:save' : 'create')}
      {...state}
      onClose={onClose}
    >
      <TextInput label={t('name')} description={t('nameHint')} data-autofocus {...form.getInputProps('name')} />
      {stored ? null : (
        <Radio.Group label={t('mode.label')} {...form.getInputProps('mode')}>
          <Stack gap="xs" mt="xs">
            {apiKeyModes.map((mode) => (
              <Radio key={mode} value={mode} label={t(`mode.${mode}`)} description={t(`mode.hint.${mode}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Checkbox.Group label={t('scopes')} description={t('scopesHint')} {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {apiScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(scopeTextKey(scope))}
              description={scope}
              disabled={!isHeld(scope) && !stored?.scopes.includes(scope)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {stored ? null : (
        <Select
          label={t('expires')}
          data={lifetimes.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('expires')}
        />
      )}
      <TagsInput
        label={t('addresses')}
        description={t('addressesHint')}
        placeholder="203.0.113.0/24"
        {...form.getInputProps('addresses')}
      />
    </FormDrawer>
  )
}
