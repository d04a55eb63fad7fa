import { useInboxState } from '../react/context.ts'
import type { INotificationCenterProps } from '../react/notification-center.ts'
import { InboxRoot } from '../theme/root.tsx'
import type { ColorScheme, INovuThemeProvider } from '../theme/types.ts'
import { Center } from './center/center.tsx'
import { useUnseenCallback } from './center/use-unseen-callback.ts'

export interface NotificationCenterProps extends INotificationCenterProps {
  /** Light unless given. */
  colorScheme?: ColorScheme | undefined
  theme?: INovuThemeProvider | undefined
}

/** The list of notifications with its header, tabs, settings and footer, to be put anywhere inside of a NovuProvider. */
export function NotificationCenter({ colorScheme, theme, ...props }: NotificationCenterProps) {
  useUnseenCallback(
    useInboxState((state) => state.unseen.data),
    props.onUnseenCountChanged,
  )
  return (
    <InboxRoot colorScheme={colorScheme} theme={theme}>
      <Center {...props} />
    </InboxRoot>
  )
}
