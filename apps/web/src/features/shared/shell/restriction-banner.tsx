import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '#web/components/page/settings-provider.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { useSession } from '#web/lib/session/session.ts'
import classes from './connection-banner.module.css'

/** Says why nothing can be changed in the company, and whom to ask. */
export const RestrictionBanner = () => {
  const { t, i18n } = useTranslation()
  const { app_name: product } = useBrand()
  const { data } = useSession()
  const company = data?.user.currentCompany
  if (!company || !data.restricted) return null
  const { status, reason, deletionAt, ask } = data.restricted
  const date = deletionAt ? day(deletionAt, i18n.language) : '–'
  return (
    <div className={classes.banner} role="status">
      <IconLock size={17} stroke={1.8} aria-hidden="true" style={{ flex: 'none' }} />
      <span>
        {t(`shell.restricted.${status}`, { name: company.name, date })}
        {reason ? ` ${t('shell.restricted.reason', { reason })}` : null}{' '}
        {ask ? t('shell.restricted.ask', ask) : t('shell.restricted.askSupport', { product })}
      </span>
    </div>
  )
}
