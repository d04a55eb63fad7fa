import { Stack, Text } from '@mantine/core'
import {
  type ContactSettings,
  type DoubleOptIn,
  updateContactSettings,
} from '@recado/contracts/contacts/contact-settings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { call } from '#web/lib/api/api.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { contactSettingsQuery } from '#web/queries/contacts.ts'
import { VersionedForm } from '../versioned-form.tsx'
import { useSettingsChange } from './api.ts'
import { QuickReplyTemplate } from './quick-reply-template.tsx'

type Values = { settings: ContactSettings }

const locales = ['pt', 'en'] as const

const DoubleOptInFields = ({ form }: { form: ContractForm<Values>['form'] }) => {
  const { t } = useTranslation('companies/settings')
  const channels = useQuery(channelsQuery).data?.data.filter(({ disconnectedAt }) => !disconnectedAt)
  const { doubleOptIn } = form.values.settings
  const change = (next: DoubleOptIn | null) => form.setFieldValue('settings.doubleOptIn', next)
  const [first] = channels ?? []
  const hasTemplate = locales.some((locale) => doubleOptIn?.templates[locale])
  const isMissing = !hasTemplate && form.errors['settings.doubleOptIn.templates.en'] !== undefined
  if (channels && !first && !doubleOptIn) return <Text size="sm">{t('optIn.noNumber')}</Text>
  return (
    <Stack gap="md">
      <Switch
        label={t('optIn.on')}
        description={t('optIn.onText')}
        disabled={!first && !doubleOptIn}
        checked={doubleOptIn !== null}
        onChange={({ currentTarget }) =>
          change(
            currentTarget.checked && first ? { channelId: first.id, templates: { en: null, pt: null }, days: 7 } : null,
          )
        }
      />
      {doubleOptIn ? (
        <>
          <Select
            label={t('optIn.number')}
            allowDeselect={false}
            data={(channels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={doubleOptIn.channelId}
            error={form.errors['settings.doubleOptIn.channelId']}
            onChange={(channelId) =>
              channelId && change({ ...doubleOptIn, channelId, templates: { en: null, pt: null } })
            }
          />
          {locales.map((locale) => (
            <QuickReplyTemplate
              key={locale}
              categories={['UTILITY', 'MARKETING']}
              channelId={doubleOptIn.channelId}
              label={t(`optIn.template.${locale}`)}
              {...(locale === 'pt' ? { description: t('optIn.templateText') } : {})}
              placeholder={t(hasTemplate ? 'optIn.templateNone' : 'optIn.templateChoose')}
              error={locale === 'pt' && isMissing ? t('optIn.templateMissing') : null}
              value={doubleOptIn.templates[locale]}
              onChange={(template) =>
                change({ ...doubleOptIn, templates: { ...doubleOptIn.templates, [locale]: template } })
              }
            />
          ))}
          <NumberInput
            label={t('optIn.days')}
            description={t('optIn.daysText')}
            min={1}
            max={90}
            w={{ base: '100%', sm: 220 }}
            {...form.getInputProps('settings.doubleOptIn.days')}
          />
        </>
      ) : null}
    </Stack>
  )
}

/** How the company asks people to confirm that they want marketing. */
export const ConsentTab = () => {
  const { t } = useTranslation('companies/settings')
  const save = useSettingsChange(({ settings, version }: Values & { version: number }) =>
    call(updateContactSettings, { body: { settings, version } }),
  )
  return (
    <VersionedForm
      title={t('tab.consent')}
      description={t('optIn.text')}
      query={useQuery(contactSettingsQuery)}
      schema={updateContactSettings.body.pick({ settings: true })}
      valuesOf={({ settings }): Values => ({ settings })}
      save={({ settings }, version) => save.mutateAsync({ settings, version })}
    >
      {(form) => (
        <FormSection title={t('optIn.title')}>
          <DoubleOptInFields form={form} />
        </FormSection>
      )}
    </VersionedForm>
  )
}
