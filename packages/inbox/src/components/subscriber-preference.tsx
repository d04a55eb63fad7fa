import { useContext } from 'react'
import { NotificationCenterContext } from '../react/notification-center.ts'
import { InboxRoot, ThemedRoot } from '../theme/root.tsx'
import type { ColorScheme, INovuThemePopoverProvider } from '../theme/types.ts'
import { PreferencesPanel, type PreferencesPanelProps } from './preferences/preferences-panel.tsx'

export interface SubscriberPreferenceProps extends PreferencesPanelProps {
  /** Those of the components around it unless given. */
  colorScheme?: ColorScheme | undefined
  theme?: INovuThemePopoverProvider | undefined
}

/**
 * What a subscriber wants to hear of, by workflow and channel, anywhere inside of a NovuProvider. Inside of a
 * NotificationCenter its filter and groups hold here too.
 */
export function SubscriberPreference({ colorScheme, theme, ...props }: SubscriberPreferenceProps) {
  const center = useContext(NotificationCenterContext)
  const panel = (
    <PreferencesPanel
      {...props}
      preferenceFilter={props.preferenceFilter ?? center?.preferenceFilter}
      preferenceGroups={props.preferenceGroups ?? center?.preferenceGroups}
    />
  )
  return colorScheme || theme ? (
    <InboxRoot colorScheme={colorScheme} theme={theme}>
      {panel}
    </InboxRoot>
  ) : (
    <ThemedRoot>{panel}</ThemedRoot>
  )
}
