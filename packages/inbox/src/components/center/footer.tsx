import { useTranslations } from '../../react/translations.tsx'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'

/** The credit, unless the host has a footer of its own. */
export function Footer() {
  const { t } = useTranslations()
  return (
    <div className={cx('nc-footer', useStyle('footer.root'))}>
      <span className={cx('nc-footer-title', useStyle('footer.title'))}>
        {t('poweredBy')} <strong className="nc-footer-logo">Recado</strong>
      </span>
    </div>
  )
}
