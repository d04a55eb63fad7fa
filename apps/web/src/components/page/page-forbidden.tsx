import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StateMessage } from '../feedback/state-message.tsx'

/** The 403 page: names the feature that the company lacks, or says whom to ask. */
export const PageForbidden = ({ block }: { block?: string }) => {
  const { t } = useTranslation()
  return (
    <StateMessage
      page
      icon={IconLock}
      title={t(block ? 'forbidden.blockTitle' : 'forbidden.title')}
      description={block ? t('forbidden.blockText', { feature: t(`blocks.${block}`) }) : t('forbidden.text')}
    />
  )
}
