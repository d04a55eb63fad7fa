import { type Ability, accessMap } from '@recado/contracts/abilities'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** The 403 page: names the feature that the company lacks, or says whom to ask. */
export const PageForbidden = ({ ability, block }: { ability?: Ability | undefined; block?: string | undefined }) => {
  const { t } = useTranslation()
  const rule: { block?: string } = ability ? accessMap[ability] : {}
  const missing = block ?? rule.block
  return (
    <EmptyState
      page
      icon={IconLock}
      title={t(missing ? 'forbidden.blockTitle' : 'forbidden.title')}
      description={missing ? t('forbidden.blockText', { feature: t(`blocks.${missing}`) }) : t('forbidden.text')}
    />
  )
}
