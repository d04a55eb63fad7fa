import { useComputedColorScheme } from '@mantine/core'
import { SubscriberPreference } from '@recado/inbox'
import { inboxTheme } from './theme.ts'
import { usePreferenceGroups } from './use-preference-groups.ts'

/** Which notifications reach the person on which way, as part of a page. */
export const Preferences = () => (
  <SubscriberPreference
    layout="page"
    colorScheme={useComputedColorScheme('light')}
    theme={inboxTheme}
    preferenceGroups={usePreferenceGroups()}
  />
)
