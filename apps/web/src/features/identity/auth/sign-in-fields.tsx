import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { CodeInput } from '#web/components/form/code-input.tsx'
import type { SignInForm } from './use-sign-in.ts'

/** Asks for the code of an app, after the password. */
export const CodeFields = ({ form, submit, busy, error, typeCode, restart }: SignInForm) => {
  const { t } = useTranslation('identity/auth')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeInput
          label={t('twoFactor.code')}
          value={form.values.code}
          onChange={typeCode}
          error={error === 'TwoFactorInvalid' ? t('error.TwoFactorInvalid') : form.errors['code']}
          busy={busy}
          recovery
          autoFocus
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('twoFactor.submit')}
        </Button>
        <Button variant="subtle" onClick={restart}>
          {t('twoFactor.back')}
        </Button>
      </Stack>
    </form>
  )
}

type Props = {
  signIn: SignInForm
  submitRef?: RefObject<HTMLButtonElement | null>
  /** Stays on the page: what leads elsewhere opens in a tab of its own. */
  stays?: boolean
}

/** Asks for the address and the password. */
export const PasswordFields = ({ signIn: { form, submit, busy }, submitRef, stays = false }: Props) => {
  const { t } = useTranslation('identity/auth')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          type="email"
          label={t('field.email')}
          autoComplete="username"
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('field.password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword'), tabIndex: 0 }}
          {...(stays ? { 'data-autofocus': true } : {})}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" mt={-6}>
          <TextLink to="/forgot-password" size="sm" {...(stays ? { target: '_blank' } : {})}>
            {t('signIn.forgot')}
          </TextLink>
        </Group>
        <Button {...(submitRef ? { ref: submitRef } : {})} type="submit" size="md" loading={busy} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
