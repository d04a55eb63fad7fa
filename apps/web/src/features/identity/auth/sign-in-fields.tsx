import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import type { SignInForm } from './use-sign-in.ts'

/** Asks for the code of an app, after the password. */
export const CodeFields = ({ form, submit, busy, error, typeCode, restart }: SignInForm) => {
  const { t } = useTranslation('identity/auth')
  return (
    <ShortForm
      wide
      busy={busy}
      onSubmit={submit}
      submitLabel={t('twoFactor.submit')}
      after={
        <Button variant="subtle" onClick={restart}>
          {t('twoFactor.back')}
        </Button>
      }
    >
      <CodeInput
        label={t('twoFactor.code')}
        value={form.values.code}
        onChange={typeCode}
        error={error === 'TwoFactorInvalid' ? t('error.TwoFactorInvalid') : form.errors['code']}
        busy={busy}
        recovery
        autoFocus
      />
    </ShortForm>
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
    <ShortForm
      wide
      busy={busy}
      onSubmit={submit}
      submitLabel={t('signIn.submit')}
      {...(submitRef ? { submitRef } : {})}
    >
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
    </ShortForm>
  )
}
