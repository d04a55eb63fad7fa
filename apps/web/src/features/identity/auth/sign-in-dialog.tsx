import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { CodeFields, PasswordFields } from './sign-in-fields.tsx'
import { useSignIn } from './use-sign-in.ts'

type Props = { email: string; onLeave: () => void }

/** Over a page whose session has ended: what was typed there stays. Other ways to sign in open in a tab of their own. */
export const SignInDialog = ({ email, onLeave }: Props) => {
  const { t } = useTranslation('identity/auth')
  const signIn = useSignIn({ email, target: '/', onSignedIn: () => {} })
  return (
    <Modal
      opened
      centered
      onClose={onLeave}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={1000}
      overlayProps={{ blur: 14, backgroundOpacity: 0.6 }}
      title={t(signIn.asking ? 'twoFactor.title' : 'again.title')}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(signIn.asking ? 'twoFactor.text' : 'again.text')}
        </Text>
        {signIn.error && signIn.error !== 'TwoFactorInvalid' ? <ErrorBanner code={signIn.error} /> : null}
        {signIn.asking ? <CodeFields {...signIn} /> : <PasswordFields signIn={signIn} stays />}
        <Stack gap={4} align="center">
          <TextLink to="/signin" target="_blank" size="sm">
            {t('again.otherWay')}
          </TextLink>
          <Button variant="subtle" size="compact-sm" onClick={onLeave}>
            {t('again.leave')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
