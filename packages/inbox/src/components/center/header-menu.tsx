import { useState } from 'react'
import { useNotificationCenter } from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useNotifications } from '../../react/use-notifications.ts'
import { Icon } from '../icons.tsx'
import { Menu, type MenuEntry } from '../menu/menu.tsx'
import { isPartOfFeed, type View } from './view.ts'

/** What is done with a whole list, and the ways to what was put away. Nothing when there is neither. */
export function HeaderMenu({ setView, onRemoveAll }: { setView: (view: View) => void; onRemoveAll: () => void }) {
  const { t } = useTranslations()
  const { allowedNotificationActions } = useNotificationCenter()
  const { notifications, storeQuery } = useNotifications()
  const canPutAway = useCanPutAway()
  const canRemoveAll = allowedNotificationActions && !isPartOfFeed(storeQuery) && Boolean(notifications?.length)
  const entries: MenuEntry[] = []
  if (canPutAway) {
    entries.push(
      {
        key: 'archived',
        label: t('archived'),
        icon: 'archive',
        testId: 'view-archived',
        onSelect: () => setView('archived'),
      },
      {
        key: 'snoozed',
        label: t('snoozed'),
        icon: 'clock',
        testId: 'view-snoozed',
        onSelect: () => setView('snoozed'),
      },
    )
  }
  if (canRemoveAll) {
    entries.push({
      key: 'remove',
      label: t('removeAll'),
      icon: 'trash',
      testId: 'remove-all',
      isDangerous: true,
      onSelect: onRemoveAll,
    })
  }
  if (entries.length === 0) return null
  return (
    <Menu
      label={t('actions')}
      className="nc-icon-button nc-header-menu-button"
      testId="notifications-header-menu"
      entries={entries}
    >
      <Icon name="dots" />
    </Menu>
  )
}

/**
 * Whether the server knows of putting away: its notifications say whether they are. An empty list tells nothing, and
 * what it misses may be there: then the answer is yes, unless a notification has denied it before.
 */
function useCanPutAway(): boolean {
  const { notifications } = useNotifications()
  const [known, setKnown] = useState<boolean | undefined>(undefined)
  const first = notifications?.[0]
  const told = first && first.archived !== undefined
  if (told !== undefined && told !== known) setKnown(told)
  return told ?? known ?? notifications !== undefined
}
