import { useInbox } from '../../react/context.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'

/** The credit, which leads to the service, unless the host has a footer of its own. */
export function Footer() {
  const { t } = useTranslations()
  const { backendUrl } = useInbox().options
  return (
    <div className={cx('nc-footer', useStyle('footer.root'))}>
      <span className={cx('nc-footer-title', useStyle('footer.title'))}>
        {t('poweredBy')}{' '}
        <a className="nc-footer-logo" href={backendUrl || '/'} target="_blank" rel="noopener noreferrer">
          Recado
        </a>
      </span>
    </div>
  )
}
