import { useEffect, useRef } from 'react'
import { useTranslations } from '../react/translations.tsx'
import { useCss } from '../theme/adopt.ts'
import { useStyle } from '../theme/styles.tsx'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { PreferencesPanel, type PreferencesPanelProps } from './preferences/preferences-panel.tsx'
import css from './settings-view.css?inline'
import shared from './shared.css?inline'

export interface SettingsViewProps extends PreferencesPanelProps {
  onBack: () => void
  /** Without its header, for a host that shows one of its own. */
  hasHeader?: boolean | undefined
}

/** The view of a notification center that holds the preferences. */
export function SettingsView({ onBack, hasHeader = true, ...panel }: SettingsViewProps) {
  return (
    <>
      {hasHeader && <SettingsHeader onBack={onBack} />}
      <PreferencesPanel {...panel} />
    </>
  )
}

function SettingsHeader({ onBack }: { onBack: () => void }) {
  useCss(shared)
  useCss(css)
  const { t } = useTranslations()
  const root = useStyle('header.root')
  const title = useStyle('header.title')
  const backButton = useStyle('header.backButton')
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed to come here is gone; the keyboard goes on from the way back.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className={cx('nc-settings-header', root)}>
      <button
        ref={button}
        className={cx('nc-icon-button nc-header-back-button', backButton)}
        type="button"
        aria-label={t('back')}
        onClick={onBack}
        data-test-id="go-back-btn"
      >
        <Icon name="back" className="nc-icon-directional" />
      </button>
      <h2 className={cx('nc-header-title', title)} data-test-id="settings-header-title">
        {t('settings')}
      </h2>
    </div>
  )
}
