import { useTranslations } from '../react/translations.tsx'
import { BackBar } from './center/bar.tsx'
import { PreferencesPanel, type PreferencesPanelProps } from './preferences/preferences-panel.tsx'

export interface SettingsViewProps extends PreferencesPanelProps {
  onBack: () => void
  /** Without its header, for a host that shows one of its own. */
  hasHeader?: boolean | undefined
}

/** The view of a notification center that holds the preferences. */
export function SettingsView({ onBack, hasHeader = true, ...panel }: SettingsViewProps) {
  const { t } = useTranslations()
  return (
    <>
      {hasHeader && <BackBar title={t('settings')} onBack={onBack} />}
      <PreferencesPanel {...panel} />
    </>
  )
}
