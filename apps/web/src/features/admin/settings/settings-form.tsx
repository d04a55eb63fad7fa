import { Alert, NumberInput, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { saveSettings } from '@recado/contracts/shared/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type Saved, type SettingsTab, settingsKey, settingsQuery } from './api.ts'
import { BrandImages } from './brand-images.tsx'

type Field = { path: string; kind?: 'text' | 'area' | 'switch' | 'minutes' | 'list' | 'number'; max?: number }

/** The fields of each tab, by their paths in its values. */
const fields: Record<SettingsTab, readonly Field[]> = {
  brand: [{ path: 'name', max: 40 }, { path: 'emailFooter.en' }, { path: 'emailFooter.pt' }],
  domain: [{ path: 'domain' }],
  billing: [{ path: 'country' }, { path: 'address' }, { path: 'city' }, { path: 'state' }, { path: 'zip' }],
  legal: [
    { path: 'termsVersion' },
    { path: 'termsText.en', kind: 'area' },
    { path: 'termsText.pt', kind: 'area' },
    { path: 'privacyVersion' },
    { path: 'privacyText.en', kind: 'area' },
    { path: 'privacyText.pt', kind: 'area' },
  ],
  tracking: [{ path: 'tagManagerId' }, { path: 'hosts', kind: 'list' }],
  chatbot: [{ path: 'url' }],
  tutorial: [{ path: 'videoUrl.en' }, { path: 'videoUrl.pt' }],
  maintenance: [
    { path: 'readOnly', kind: 'switch' },
    { path: 'message.en', kind: 'area' },
    { path: 'message.pt', kind: 'area' },
  ],
  security: [
    { path: 'impersonationMinutes', kind: 'minutes' },
    { path: 'supportMayEnter', kind: 'switch' },
  ],
  campaigns: [
    { path: 'manyRecipients', kind: 'number', max: 1_000_000 },
    { path: 'failurePercent', kind: 'number', max: 100 },
    { path: 'holdRisky', kind: 'switch' },
  ],
}

type Values = Record<string, unknown>
type Fields = ReturnType<typeof useContractForm<Values>>['form']

const SettingsField = ({ tab, field, form }: { tab: SettingsTab; field: Field; form: Fields }) => {
  const { t } = useTranslation('admin/settings')
  const key = field.path.replaceAll('.', '_')
  const label = t(`field.${tab}.${key}`)
  const hint = t(`hint.${tab}.${key}`, { defaultValue: '' })
  const common = { label, ...(hint ? { description: hint } : {}) }
  const props = form.getInputProps(field.path)
  switch (field.kind) {
    case 'switch':
      return <Switch {...common} {...form.getInputProps(field.path, { type: 'checkbox' })} />
    case 'area':
      return <Textarea {...common} autosize minRows={3} maxRows={18} {...props} />
    case 'list': {
      // Errors of a list stand at its items; the field shows the first.
      const [error] =
        Object.entries(form.errors)
          .find(([path]) => path.startsWith(field.path))
          ?.slice(1) ?? []
      return <TagsInput {...common} splitChars={[',', ' ', ';']} {...props} error={error} />
    }
    case 'number':
      return (
        <NumberInput {...common} min={1} {...(field.max ? { max: field.max } : {})} allowDecimal={false} {...props} />
      )
    case 'minutes':
      return (
        <Select
          {...common}
          name={field.path}
          allowDeselect={false}
          data={['15', '30', '60'].map((value) => ({ value, label: t('minutes', { count: Number(value) }) }))}
          error={props.error}
          value={String(props.value)}
          onChange={(value) => form.setFieldValue(field.path, Number(value))}
        />
      )
    default:
      return <TextInput {...common} {...(field.max ? { maxLength: field.max } : {})} {...props} />
  }
}

/** One tab of the settings, saved as a whole unless it was changed in the meantime. */
export const SettingsForm = ({ tab, saved }: { tab: SettingsTab; saved: Saved }) => {
  const { t } = useTranslation(['admin/settings', 'common'])
  const client = useQueryClient()
  const { form, error, state } = useContractForm<Values>({
    schema: async () => (await import('@recado/contracts/shared/settings')).settingsTabs[tab],
    initialValues: { ...saved.settings[tab] },
    onSubmit: async (values) => {
      const settings = await import('@recado/contracts/shared/settings')
      const body = settings.saveSettings.body.parse({ tab, version: saved.version, values })
      const answer = await call(saveSettings, { body })
      client.setQueryData(settingsQuery.queryKey, answer)
      await client.invalidateQueries({ queryKey: settingsKey })
      toastSuccess(t('common:saved'))
    },
  })
  const stale = error instanceof ApiError && error.code === 'conflict'
  const reload = () => void client.invalidateQueries({ queryKey: settingsKey })
  return (
    <Form {...state} label={t(`tab.${tab}`)} onReload={stale ? reload : null}>
      <FormSection title={t(`tab.${tab}`)}>
        <Stack gap="md">
          {fields[tab].map((field) => (
            <SettingsField key={field.path} tab={tab} field={field} form={form} />
          ))}
          {tab === 'tracking' && saved.tagManagerFromEnvironment ? (
            <Alert variant="light">{t('fromEnvironment')}</Alert>
          ) : null}
          {tab === 'brand' ? <BrandImages saved={saved} /> : null}
        </Stack>
      </FormSection>
    </Form>
  )
}
