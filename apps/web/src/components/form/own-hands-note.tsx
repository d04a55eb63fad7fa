import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'

/** Explains to impersonators why buttons for members and numbers are missing. */
export const OwnHandsNote = () => {
  const { t } = useTranslation()
  return useSignedIn().admin_user ? <Alert color="gray">{t('impersonation.ownHands')}</Alert> : null
}
