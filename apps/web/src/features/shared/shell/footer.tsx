import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBrand } from '#web/components/page/settings-provider.tsx'
import { appInfoQuery } from '#web/queries/app-info.ts'
import classes from './shell.module.css'

/** Year, name and version of the app. */
export const Footer = () => {
  const { t } = useTranslation()
  const { app_name } = useBrand()
  const { data } = useQuery(appInfoQuery)
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {app_name}
      </span>
      <span>{t('shell.version', { version: data?.version ?? __APP_VERSION__ })}</span>
    </footer>
  )
}
