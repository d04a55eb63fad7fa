import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { companySizes, createCompany } from '@recado/contracts/companies/companies'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TimezoneSelect } from '#web/components/form/timezone-select.tsx'
import { call } from '#web/lib/api/api.ts'
import { browserTimezone, countryOptions, currencyOptions } from '#web/lib/i18n/regions.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

type Values = {
  name: string
  country: string
  currency: string
  timezone: string
  size: (typeof companySizes)[number] | null
}

/** Making a company: its name is enough, the rest is guessed from the browser. */
export const CreateCompanyDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation('companies/companies')
  const session = useSessionClient()
  const navigate = useNavigate()
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language])
  const currencies = useMemo(() => currencyOptions(i18n.language), [i18n.language])
  const brazil = i18n.language === 'pt' || browserTimezone() === 'America/Sao_Paulo'
  const initialValues: Values = {
    name: '',
    country: brazil ? 'BR' : (new Intl.Locale(navigator.language).region ?? 'BR'),
    currency: brazil ? 'BRL' : 'USD',
    timezone: browserTimezone(),
    size: null,
  }
  const { form, state } = useContractForm<Values>({
    schema: createCompany.body,
    initialValues,
    onSubmit: async (values) => {
      const locale = i18n.language === 'pt' ? 'pt' : 'en'
      const company = await call(createCompany, { body: { ...values, locale } })
      await session.enter(company.id)
      form.reset()
      onClose()
      toastSuccess(t('created', { name: company.name }))
      await navigate({ to: '/dashboard' })
    },
  })
  return (
    <FormDrawer
      opened
      title={t('create')}
      submitLabel={t('create')}
      {...state}
      onClose={() => {
        form.reset()
        onClose()
      }}
    >
      <TextInput label={t('field.name')} data-autofocus autoComplete="organization" {...form.getInputProps('name')} />
      <Select
        label={t('field.country')}
        searchable
        allowDeselect={false}
        data={countries}
        {...form.getInputProps('country')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('field.currency')}
          searchable
          allowDeselect={false}
          data={currencies}
          limit={50}
          {...form.getInputProps('currency')}
        />
        <Select
          label={t('field.size')}
          clearable
          data={companySizes.map((value) => ({ value, label: t(`size.${value}`) }))}
          {...form.getInputProps('size')}
        />
      </SimpleGrid>
      <TimezoneSelect label={t('field.timezone')} {...form.getInputProps('timezone')} />
    </FormDrawer>
  )
}
