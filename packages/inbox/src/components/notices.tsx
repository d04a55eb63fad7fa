import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useTranslations } from '../react/translations.tsx'
import { useCss } from '../theme/adopt.ts'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import css from './notices.css?inline'

type Outcome = 'saveFailed' | 'saved'
interface Notices {
  notice: { outcome: Outcome } | null
  /** Says so when a change was refused; with `tellSuccess` also when it was made. */
  attempt(work: Promise<unknown>, tellSuccess?: boolean): void
  dismiss(): void
}

const NoticesContext = createContext<Notices>({ notice: null, attempt: () => {}, dismiss: () => {} })

const shownFor = { saveFailed: 8000, saved: 1500 }

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notices['notice']>(null)
  const attempt = useCallback((work: Promise<unknown>, tellSuccess = false) => {
    setNotice(null)
    work.then(
      () => tellSuccess && setNotice({ outcome: 'saved' }),
      () => setNotice({ outcome: 'saveFailed' }),
    )
  }, [])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), shownFor[notice.outcome])
    return () => clearTimeout(timer)
  }, [notice])
  const value = useMemo(() => ({ notice, attempt, dismiss: () => setNotice(null) }), [notice, attempt])
  return <NoticesContext.Provider value={value}>{children}</NoticesContext.Provider>
}

export const useAttempt = () => useContext(NoticesContext).attempt

/** The outcome of the last change, for a moment. */
export function Notice() {
  useCss(css)
  const { t } = useTranslations()
  const { notice, dismiss } = useContext(NoticesContext)
  if (!notice) return null
  const { outcome } = notice
  return (
    <div className={cx('nc-notice', `nc-notice-${outcome}`)} role={outcome === 'saved' ? 'status' : 'alert'}>
      <Icon name={outcome === 'saved' ? 'success' : 'error'} />
      <span className="nc-notice-text">{t(outcome)}</span>
      <button type="button" className="nc-icon-button" aria-label={t('close')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
