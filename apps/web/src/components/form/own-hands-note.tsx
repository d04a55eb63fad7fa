import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'

/** Says to whoever acts as somebody else why they find no buttons for people and numbers. */
export const OwnHandsNote = () => {
  const { t } = useTranslation()
  return useSignedIn().admin_user ? <Alert color="gray">{t('impersonation.ownHands')}</Alert> : null
}
