import { Center, TextInput } from '@mantine/core'
import { forgotPassword } from '@recado/contracts/identity/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoMailbox } from './demo-hint.tsx'

/** Asking for a link to set a new password. It never tells whether the address is known. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('identity/auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, state } = useContractForm({
    schema: forgotPassword.body,
    initialValues: { email: '' },
    brief: true,
    onSubmit: async (values) => {
      await call(forgotPassword, { body: values })
      setSentTo(values.email)
    },
  })
  const footer = <TextLink to="/signin">{t('backToSignIn')}</TextLink>
  if (sentTo) {
    return (
      <AuthCard title={t('forgot.sentTitle')} description={t('forgot.sentText', { email: sentTo })} footer={footer}>
        <Center>
          <DemoMailbox />
        </Center>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('forgot.title')} description={t('forgot.text')} footer={footer}>
      <ShortForm wide {...state} submitLabel={t('forgot.submit')}>
        <TextInput
          type="email"
          label={t('field.email')}
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
      </ShortForm>
    </AuthCard>
  )
}
