import type { IMessage } from '../../client/wire.ts'
import { dateFormat } from '../../i18n/formats.ts'
import { useInbox, useInboxState } from '../../react/context.ts'
import { type ITranslationsContext, useTranslations } from '../../react/translations.tsx'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { Menu, type MenuEntry } from '../menu/menu.tsx'
import { useAttempt } from '../notices.tsx'
import { snoozeMoments } from '../snooze-moments.ts'
import { isUnread } from './use-item.ts'

/** The menu of the dots of a notification. */
export function ItemMenu({ message }: { message: IMessage }) {
  const { t } = useTranslations()
  return (
    <Menu
      label={t('actions')}
      className={cx(
        'nc-icon-button nc-notifications-list-item-dots-button',
        useStyle('notifications.listItem.dotsButton'),
      )}
      testId="notification-dots-button"
      entries={useEntries(message)}
    >
      <Icon name="dots" />
    </Menu>
  )
}

function useEntries(message: IMessage): MenuEntry[] {
  const inbox = useInbox()
  const attempt = useAttempt()
  const translations = useTranslations()
  const { t } = translations
  const canMute = useInboxState(({ preferences }) => {
    const known = preferences.data?.find(({ template }) => template._id === message._templateId)
    return known === undefined || (!known.template.critical && known.preference.channels.in_app === true)
  })
  const { _id } = message
  const mark = (read: boolean) => attempt(inbox.markAs(_id, { seen: true, read }))
  const toggleRead: MenuEntry = isUnread(message)
    ? {
        key: 'read',
        label: t('markAsRead'),
        icon: 'checks',
        testId: 'notification-mark-as-read',
        onSelect: () => mark(true),
      }
    : {
        key: 'unread',
        label: t('markAsUnRead'),
        icon: 'unread',
        testId: 'notification-mark-as-unread',
        onSelect: () => mark(false),
      }
  const mute: MenuEntry = {
    key: 'mute',
    label: t('mute'),
    icon: 'mute',
    testId: 'notification-mute',
    onSelect: () =>
      attempt(inbox.updatePreference({ templateId: message._templateId, channelType: 'in_app', checked: false }), true),
  }
  return [
    toggleRead,
    ...usePutAway(message, translations),
    ...(canMute ? [mute] : []),
    {
      key: 'remove',
      label: t('removeMessage'),
      icon: 'trash',
      testId: 'notification-remove-message',
      isDangerous: true,
      onSelect: () => attempt(inbox.remove(_id)),
    },
  ]
}

/** Only for servers that can put notifications away. */
function usePutAway(message: IMessage, { t, lang }: ITranslationsContext): MenuEntry[] {
  const inbox = useInbox()
  const attempt = useAttempt()
  const { _id, archived, snoozedUntil } = message
  if (archived === undefined) return []
  const archive: MenuEntry = {
    key: 'archive',
    label: t(archived ? 'unarchive' : 'archive'),
    icon: archived ? 'inbox' : 'archive',
    testId: archived ? 'notification-unarchive' : 'notification-archive',
    onSelect: () => attempt(inbox.archive(_id, !archived)),
  }
  if (archived) return [archive]
  if (snoozedUntil) {
    const wake = () => attempt(inbox.snooze(_id, null))
    return [{ key: 'unsnooze', label: t('unsnooze'), icon: 'clock', testId: 'notification-unsnooze', onSelect: wake }]
  }
  const moments = Object.entries(snoozeMoments(new Date())) as [keyof ReturnType<typeof snoozeMoments>, Date][]
  const snooze: MenuEntry = {
    key: 'snooze',
    label: t('snooze'),
    icon: 'clock',
    testId: 'notification-snooze',
    entries: moments.map(([key, moment]) => ({
      key,
      label: t(key),
      hint: momentHint(moment, lang),
      testId: `notification-${key}`,
      onSelect: () => attempt(inbox.snooze(_id, moment)),
    })),
  }
  return [archive, snooze]
}

/** The day of the week and the time of day. */
function momentHint(moment: Date, lang: string): string {
  return dateFormat(lang, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(moment)
}
