import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from '../../react/translations.tsx'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'

/** What is above a view. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div className={cx('nc-header', useStyle('header.root'))}>{children}</div>
)

export const Title = ({ text }: { text: string }) => (
  <h2 className={cx('nc-header-title', useStyle('header.title'))} data-test-id="notifications-header-title">
    {text}
  </h2>
)

/** The bar of a view that leads back to the list. What was pressed to come here is gone, so it takes the focus. */
export function BackBar({ title, onBack }: { title: string; onBack: () => void }) {
  const { t } = useTranslations()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <Bar>
      <button
        ref={button}
        type="button"
        className={cx('nc-icon-button nc-header-back-button', useStyle('header.backButton'))}
        data-test-id="go-back-btn"
        aria-label={t('back')}
        onClick={onBack}
      >
        <Icon name="back" className="nc-icon-directional" />
      </button>
      <Title text={title} />
    </Bar>
  )
}
