import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'
import type { Opening } from './use-opening.ts'

/** Asks before the company is switched for the sake of a notification. */
export const ConfirmSwitch = ({ opening: { pending, confirm, cancel } }: { opening: Opening }) => {
  const { t } = useTranslation('product-notifications/inbox')
  const { currentCompany } = useSignedIn().user
  const name = pending?.company.name ?? ''
  return (
    <ConfirmDialog
      opened={pending !== null}
      title={t('switch.title', { name })}
      confirmLabel={t('switch.confirm')}
      onConfirm={confirm}
      onClose={cancel}
    >
      {currentCompany ? t('switch.text', { name, current: currentCompany.name }) : t('switch.textNone', { name })}
    </ConfirmDialog>
  )
}
