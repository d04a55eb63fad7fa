import { Button, Checkbox, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { jobRoles, registerAccount } from '@recado/contracts/identity/auth'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { PasswordStrength } from '#web/components/form/password-strength.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { type ContractForm, useContractForm } from '#web/lib/ui/form.ts'

type Values = {
  name: string
  email: string
  password: string
  companyName: string
  phone: string
  jobRole: (typeof jobRoles)[number] | null
  terms: boolean
  marketing: boolean
  website: string
}

type Outcome = { email: string; password: string; next: 'verify' | 'sign_in' }
type Props = { invitation?: { token: string; email: string }; onDone: (outcome: Outcome) => void | Promise<void> }

const blank = (text: string): string | undefined => (text.trim() === '' ? undefined : text)
const phoneOf = (text: string): string | undefined => blank(text.replace(/[\s().-]/g, ''))

type PartProps = { form: ContractForm<Values>['form'] }

const MoreFields = ({ form }: PartProps) => {
  const { t } = useTranslation(['identity/auth', 'common'])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="tel"
        label={t('field.phone')}
        placeholder="+55 11 91234-5678"
        autoComplete="tel"
        {...form.getInputProps('phone')}
      />
      <Select
        label={t('field.jobRole')}
        clearable
        data={jobRoles.map((value) => ({ value, label: t(`common:jobRole.${value}`) }))}
        {...form.getInputProps('jobRole')}
      />
    </SimpleGrid>
  )
}

/** People never see this field; robots fill it in. */
const Honeypot = ({ form }: PartProps) => (
  <div aria-hidden="true" style={{ position: 'absolute', left: -9999, width: 1, height: 1, overflow: 'hidden' }}>
    <input type="text" name="website" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
  </div>
)

const Terms = ({ form }: PartProps) => {
  const { t } = useTranslation(['identity/auth', 'common'])
  return (
    <Checkbox
      label={
        <Trans
          t={t}
          i18nKey="identity/auth:register.terms"
          components={{
            terms: <TextLink to="/terms" target="_blank" inherit />,
            privacy: <TextLink to="/privacy" target="_blank" inherit />,
          }}
        />
      }
      {...form.getInputProps('terms', { type: 'checkbox' })}
    />
  )
}

/** Form to make an account; with an invitation the address is fixed and no company is asked for. */
export const RegisterForm = ({ invitation, onDone }: Props) => {
  const { t, i18n } = useTranslation(['identity/auth', 'validation', 'common'])
  const [moreOpen, setMoreOpen] = useState(false)
  const toBody = (values: Values) => ({
    name: values.name,
    email: values.email,
    password: values.password,
    companyName: blank(values.companyName),
    phone: phoneOf(values.phone),
    jobRole: values.jobRole ?? undefined,
    terms: values.terms as true,
    marketing: values.marketing,
    website: blank(values.website),
    invitationToken: invitation?.token,
    locale: i18n.language === 'pt' ? ('pt' as const) : ('en' as const),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const initialValues: Values = {
    name: '',
    email: invitation?.email ?? '',
    password: '',
    companyName: '',
    phone: '',
    jobRole: null,
    terms: false,
    marketing: false,
    website: '',
  }
  const { form, state } = useContractForm<Values>({
    schema: registerAccount.body,
    initialValues,
    toBody,
    extra: ({ terms, phone }) => ({
      terms: terms ? undefined : t('validation:must_accept'),
      phone: phone !== '' && !/^\+[1-9]\d{6,14}$/.test(phoneOf(phone) ?? '') ? t('register.phoneInvalid') : undefined,
    }),
    onSubmit: async (values) => {
      const { next } = await call(registerAccount, { body: toBody(values) })
      await onDone({ email: values.email, password: values.password, next })
    },
  })

  return (
    <ShortForm wide {...state} submitLabel={t('register.submit')}>
      <TextInput label={t('field.name')} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={t('field.email')}
        autoComplete="email"
        readOnly={invitation !== undefined}
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordInput
          label={t('field.password')}
          description={t('field.passwordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <PasswordStrength value={form.values.password} />
      </div>
      {invitation ? null : (
        <TextInput
          label={t('field.company')}
          description={t('register.companyHint')}
          autoComplete="organization"
          {...form.getInputProps('companyName')}
        />
      )}
      {invitation || moreOpen ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setMoreOpen(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('register.more')}
        </Button>
      )}
      {moreOpen ? <MoreFields form={form} /> : null}
      <Honeypot form={form} />
      <Terms form={form} />
      <Checkbox label={t('register.marketing')} {...form.getInputProps('marketing', { type: 'checkbox' })} />
    </ShortForm>
  )
}
