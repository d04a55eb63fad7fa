import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appInfoQuery } from '#web/queries/app-info.ts'
import classes from './connection-banner.module.css'

const EVERY_MS = 60_000

/** Says that nothing can be changed for now, in the words of whoever runs the installation. */
export const MaintenanceBanner = () => {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({ ...appInfoQuery, refetchInterval: EVERY_MS })
  if (!data?.maintenance) return null
  return (
    <div className={classes.banner} role="status">
      <IconTool size={17} stroke={1.8} aria-hidden="true" />
      <span>{data.maintenance[i18n.language === 'pt' ? 'pt' : 'en'] || t('shell.maintenance')}</span>
    </div>
  )
}
