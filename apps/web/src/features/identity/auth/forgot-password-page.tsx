import { Button, Center, Stack, TextInput } from '@mantine/core'
import { forgotPassword } from '@recado/contracts/identity/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoMailbox } from './demo-hint.tsx'

/** Asking for a link to set a new password. It never tells whether the address is known. */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('identity/auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, submit, busy, failure } = useContractForm({
    schema: forgotPassword.body,
    initialValues: { email: '' },
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
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            type="email"
            label={t('field.email')}
            autoComplete="email"
            size="md"
            {...form.getInputProps('email')}
          />
          <FormFailure>{failure}</FormFailure>
          <Button type="submit" size="md" loading={busy} fullWidth>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  )
}
