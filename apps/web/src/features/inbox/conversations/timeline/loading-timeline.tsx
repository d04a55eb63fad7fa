import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import timeline from './timeline.module.css'

/** Stands where messages will be. */
export const LoadingTimeline = () => {
  const { t } = useTranslation()
  return (
    <div className={timeline.skeleton} role="status" aria-label={t('loading')}>
      {[52, 38, 64, 46].map((width, index) => (
        <Skeleton key={width} height={44} width={`${width}%`} radius="lg" ml={index % 2 ? 'auto' : 0} />
      ))}
    </div>
  )
}
