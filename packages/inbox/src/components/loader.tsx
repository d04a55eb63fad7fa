import { useTranslations } from '../react/translations.tsx'
import { useCss } from '../theme/adopt.ts'
import { useStyle } from '../theme/styles.tsx'
import { cx } from './cx.ts'
import css from './shared.css?inline'

/** A ring that turns while something is on its way. */
export function Loader() {
  useCss(css)
  const { t } = useTranslations()
  return <div className={cx('nc-loader', useStyle('loader.root'))} role="status" aria-label={t('loading')} />
}
