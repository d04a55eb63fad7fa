import { SimpleGrid, Skeleton } from '@mantine/core'
import { type Company, companySizes, updateCompany } from '@recado/contracts/companies/companies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { Form } from '#web/components/form/form.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { call } from '#web/lib/api/api.ts'
import { countryOptions, currencyOptions } from '#web/lib/i18n/regions.ts'
import { useCan, useSessionClient } from '#web/lib/session/session.ts'
import { type ContractForm, useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { myCompaniesQuery } from '#web/queries/my-companies.ts'
import { companyQuery } from './api.ts'

const textFields = ['legalName', 'taxId', 'segment', 'phone', 'website'] as const
const addressFields = ['zip', 'street', 'number', 'complement', 'district', 'city', 'state'] as const

type Values = {
  name: string
  country: string
  currency: string
  timezone: string
  locale: Company['locale']
  size: (typeof companySizes)[number] | null
  address: Record<(typeof addressFields)[number], string>
} & Record<(typeof textFields)[number], string>

const valuesOf = (company: Company): Values => ({
  name: company.name,
  country: company.country,
  currency: company.currency,
  timezone: company.timezone,
  locale: company.locale,
  size: companySizes.find((size) => size === company.size) ?? null,
  legalName: company.legalName ?? '',
  taxId: company.taxId ?? '',
  segment: company.segment ?? '',
  phone: company.phone ?? '',
  website: company.website ?? '',
  address: Object.fromEntries(addressFields.map((field) => [field, company.address[field] ?? ''])) as Values['address'],
})

type FormProps = { form: ContractForm<Values>['form'] }

const BusinessFields = ({ form }: FormProps) => {
  const { t, i18n } = useTranslation('companies/companies')
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language])
  const currencies = useMemo(() => currencyOptions(i18n.language), [i18n.language])
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label={t('field.name')} {...form.getInputProps('name')} />
      <TextInput label={t('field.legalName')} {...form.getInputProps('legalName')} />
      <TextInput label={t('field.taxId')} description={t('field.taxIdHint')} {...form.getInputProps('taxId')} />
      <TextInput label={t('field.segment')} description={t('field.segmentHint')} {...form.getInputProps('segment')} />
      <Select
        label={t('field.size')}
        clearable
        data={companySizes.map((value) => ({ value, label: t(`size.${value}`) }))}
        {...form.getInputProps('size')}
      />
      <TextInput type="tel" label={t('field.phone')} {...form.getInputProps('phone')} />
      <TextInput type="url" label={t('field.website')} placeholder="https://" {...form.getInputProps('website')} />
      <Select
        label={t('field.country')}
        searchable
        allowDeselect={false}
        data={countries}
        {...form.getInputProps('country')}
      />
      <Select
        label={t('field.currency')}
        description={form.isDirty('currency') ? t('field.currencyHint') : null}
        searchable
        allowDeselect={false}
        data={currencies}
        limit={50}
        {...form.getInputProps('currency')}
      />
      <TimezoneSelect
        label={t('field.timezone')}
        description={t('field.timezoneHint')}
        {...form.getInputProps('timezone')}
      />
    </SimpleGrid>
  )
}

const AddressFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/companies')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {addressFields.map((field) => (
        <TextInput key={field} label={t(`address.${field}`)} {...form.getInputProps(`address.${field}`)} />
      ))}
    </SimpleGrid>
  )
}

const ProfileForm = ({ company }: { company: Company }) => {
  const { t } = useTranslation(['companies/companies', 'common'])
  const can = useCan()
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const { form, saved, state } = useContractForm<Values>({
    schema: async () => (await import('@recado/contracts/companies/companies')).updateCompany.body,
    initialValues: valuesOf(company),
    onSubmit: async (values) => {
      const stored = await call(updateCompany, { params: { id: company.id }, body: values })
      queryClient.setQueryData(companyQuery(company.id).queryKey, stored)
      saved(valuesOf(stored))
      toastSuccess(t('common:saved'))
      await session.refetch()
      await queryClient.invalidateQueries({ queryKey: myCompaniesQuery.queryKey })
    },
  })
  return (
    <Form {...state} label={t('tab.profile')} readOnly={can('company.manage') ? null : t('readOnly')}>
      <FormSection title={t('section.business')}>
        <BusinessFields form={form} />
      </FormSection>
      <FormSection title={t('section.address')}>
        <AddressFields form={form} />
      </FormSection>
    </Form>
  )
}

/** What a company says about itself; only its admins may change it. */
export const CompanyProfile = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(companyQuery(id))
  if (error && !data) return <RetryState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={420} radius="lg" />
  return <ProfileForm key={data.id} company={data} />
}
