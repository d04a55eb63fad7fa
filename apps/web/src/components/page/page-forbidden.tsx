import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/empty-state.tsx'

/** The 403 page: names the feature that the company lacks, or says whom to ask. */
export const PageForbidden = ({ block }: { block?: string }) => {
  const { t } = useTranslation()
  return (
    <EmptyState
      page
      icon={IconLock}
      title={t(block ? 'forbidden.blockTitle' : 'forbidden.title')}
      description={block ? t('forbidden.blockText', { feature: t(`blocks.${block}`) }) : t('forbidden.text')}
    />
  )
}
