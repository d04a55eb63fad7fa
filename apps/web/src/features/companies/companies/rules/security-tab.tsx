import { Checkbox, Stack } from '@mantine/core'
import {
  addressesLimit,
  type CompanySecurity,
  longestSessionHours,
  saveCompanySecurity,
  signInMethods,
} from '@recado/contracts/companies/company-rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { call } from '#web/lib/api/api.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { VersionedForm } from '../versioned-form.tsx'
import { rulesQuery, useTakeRules } from './api.ts'

type Values = { security: CompanySecurity }
type FormProps = { form: ContractForm<Values>['form'] }

/** Errors of a list stand at its items; the field shows the first. */
const errorOf = (errors: Record<string, unknown>, path: string) => {
  const first = Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`))
  return first ? String(first[1]) : undefined
}

const Methods = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/companies')
  if (useReadOnly()) {
    const names = form.values.security.methods.map((method) => t(`security.method.${method}`))
    return <ReadField label={t('security.methods')}>{names.join(', ')}</ReadField>
  }
  return (
    <Checkbox.Group
      label={t('security.methods')}
      description={t('security.methodsText')}
      {...form.getInputProps('security.methods')}
      error={errorOf(form.errors, 'security.methods')}
    >
      <Stack gap={8} mt={8}>
        {signInMethods.map((method) => (
          <Checkbox key={method} value={method} label={t(`security.method.${method}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const SignInFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/companies')
  return (
    <FormSection title={t('security.signIn')}>
      <Stack gap="md">
        <Switch
          label={t('security.twoFactor')}
          description={t('security.twoFactorText')}
          error={errorOf(form.errors, 'security.requireTwoFactor')}
          {...form.getInputProps('security.requireTwoFactor', { type: 'checkbox' })}
        />
        <Methods form={form} />
      </Stack>
    </FormSection>
  )
}

const SessionFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/companies')
  return (
    <FormSection title={t('security.sessions')}>
      <Stack gap="md">
        <NumberInput
          label={t('security.hours')}
          description={t('security.hoursText')}
          placeholder={t('security.noLimit')}
          min={1}
          max={longestSessionHours}
          value={form.values.security.sessionHours ?? ''}
          onChange={(value) => form.setFieldValue('security.sessionHours', value === '' ? null : Number(value))}
          error={form.errors['security.sessionHours']}
        />
        <TagsInput
          label={t('security.addresses')}
          description={t('security.addressesText')}
          placeholder="203.0.113.0/24"
          maxTags={addressesLimit}
          splitChars={[',', ' ', ';']}
          {...form.getInputProps('security.addresses')}
          error={errorOf(form.errors, 'security.addresses')}
        />
      </Stack>
    </FormSection>
  )
}

/** How members must sign in to work in the company. */
export const SecurityTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const take = useTakeRules(id)
  return (
    <VersionedForm
      title={t('tab.security')}
      description={t('security.text')}
      query={useQuery(rulesQuery(id))}
      schema={saveCompanySecurity.body.pick({ security: true })}
      valuesOf={({ security }): Values => ({ security })}
      save={async (values, version) =>
        take(await call(saveCompanySecurity, { params: { id }, body: { ...values, version } }))
      }
    >
      {(form) => (
        <>
          <SignInFields form={form} />
          <SessionFields form={form} />
        </>
      )}
    </VersionedForm>
  )
}
