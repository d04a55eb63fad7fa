import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What went wrong when signing in, by the `error` code, in words. */
export const useSignInErrorText = (): ((code: string) => string) => {
  const { t } = useTranslation('identity/auth')
  return (code) => t([`error.${code}`, 'error.Default'])
}

/** Banner above the form for an `error` code. Needing to sign in is no fault. */
export const ErrorBanner = ({ code, children }: { code: string; children?: ReactNode }) => {
  const text = useSignInErrorText()
  return (
    <Alert color={code === 'SessionRequired' ? 'petrol' : 'red'} icon={<IconInfoCircle />} mb="md" role="alert">
      {text(code)}
      {children}
    </Alert>
  )
}
