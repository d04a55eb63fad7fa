import { Stack } from '@mantine/core'
import { type CompanyPrivacy, saveCompanyPrivacy } from '@recado/contracts/companies/company-rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { VersionedForm } from '../versioned-form.tsx'
import { rulesQuery, useTakeRules } from './api.ts'
import { RetentionFields } from './retention-fields.tsx'
import { useRetentionQuestion } from './use-retention-question.tsx'

type Values = { privacy: CompanyPrivacy }

/** How the company treats personal data, whom people ask about them, and when what was written goes. */
export const PrivacyTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const take = useTakeRules(id)
  const query = useQuery(rulesQuery(id))
  const { confirmed, dialog } = useRetentionQuestion()
  const save = async (values: Values, version: number) => {
    const saved = await confirmed((confirmation) =>
      call(saveCompanyPrivacy, { params: { id }, body: { ...values, version, confirmation } }),
    )
    return saved ? take(saved) : null
  }
  return (
    <>
      <VersionedForm
        title={t('tab.privacy')}
        description={t('privacy.text')}
        query={query}
        schema={saveCompanyPrivacy.body.pick({ privacy: true })}
        valuesOf={({ privacy }): Values => ({ privacy })}
        save={save}
      >
        {(form) => (
          <>
            <FormSection title={t('privacy.contacts')}>
              <Switch
                label={t('privacy.mask')}
                description={t('privacy.maskText')}
                {...form.getInputProps('privacy.maskContacts', { type: 'checkbox' })}
              />
            </FormSection>
            <FormSection title={t('privacy.officer')} description={t('privacy.officerText')}>
              <Stack gap="md">
                <TextInput label={t('privacy.name')} {...form.getInputProps('privacy.contactName')} />
                <TextInput type="email" label={t('privacy.email')} {...form.getInputProps('privacy.contactEmail')} />
              </Stack>
            </FormSection>
            <RetentionFields
              value={form.values.privacy.retention}
              onChange={(retention) => form.setFieldValue('privacy.retention', retention)}
              isWrong={(kind) => form.errors[`privacy.retention.${kind}`] !== undefined}
            />
          </>
        )}
      </VersionedForm>
      {dialog}
    </>
  )
}
