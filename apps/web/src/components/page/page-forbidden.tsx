import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session/session.ts'
import { StateMessage } from '../feedback/state-message.tsx'

/** The 403 page: names the feature that the company lacks, or says whom to ask. */
export const PageForbidden = ({ block }: { block?: string }) => {
  const { t } = useTranslation()
  const isStaff = (useSession().data?.user.role ?? 'customer') !== 'customer'
  const text = t(isStaff ? 'forbidden.staffText' : 'forbidden.text')
  return (
    <StateMessage
      page
      icon={IconLock}
      title={t(block ? 'forbidden.blockTitle' : 'forbidden.title')}
      description={block ? t('forbidden.blockText', { feature: t(`blocks.${block}`) }) : text}
    />
  )
}
