import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useInboxState } from '../react/context.ts'
import { useTranslations } from '../react/translations.tsx'
import { useCss } from '../theme/adopt.ts'
import { parseColor, textOn, toHex } from '../theme/color.ts'
import { InboxRoot, ThemedRoot } from '../theme/root.tsx'
import { useStyle } from '../theme/styles.tsx'
import { useNovuTheme } from '../theme/theme.tsx'
import type { ColorScheme, INotificationBellColors } from '../theme/types.ts'
import { badgeText } from './badge-text.ts'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import css from './notification-bell.css?inline'

type OrNothing<T> = { [K in keyof T]?: T[K] | undefined }

export interface NotificationBellProps extends OrNothing<INotificationBellColors> {
  /** The count of the inbox unless given. */
  unseenCount?: number | undefined
  /** That of the components around it unless given. */
  colorScheme?: ColorScheme | undefined
}

/** A bell with the count of what was not seen yet: a button for a PopoverNotificationCenter, or one of the host's own. */
export function NotificationBell({ colorScheme, ...props }: NotificationBellProps) {
  const around = useNovuTheme()
  return colorScheme && colorScheme !== around.colorScheme ? (
    <InboxRoot inline colorScheme={colorScheme}>
      <Bell {...props} />
    </InboxRoot>
  ) : (
    <ThemedRoot inline>
      <Bell {...props} />
    </ThemedRoot>
  )
}

function Bell({
  unseenCount,
  unseenBadgeColor,
  unseenBadgeBackgroundColor,
}: Omit<NotificationBellProps, 'colorScheme'>) {
  useCss(css)
  const { t } = useTranslations()
  const known = useInboxState((state) => state.unseen.data)
  const count = unseenCount ?? known
  const text = badgeText(count)
  const [isRung, stopRinging] = useRing(count)
  const root = useStyle('bellButton.root')
  const dot = useStyle('bellButton.dot')
  return (
    <button
      type="button"
      className={cx('nc-bell-button', root)}
      data-test-id="notification-bell"
      aria-haspopup="dialog"
      aria-label={text ? `${t('notifications')}. ${t('newCount', { count: text })}` : t('notifications')}
      style={colorsOf(unseenBadgeColor, unseenBadgeBackgroundColor)}
    >
      <span className={cx('nc-bell-picture', isRung && 'nc-bell-picture-rung')} onAnimationEnd={stopRinging}>
        <Icon name="bell" />
      </span>
      {text && (
        <span className={cx('nc-bell-button-dot', dot)} data-test-id="unseen-count-label" aria-hidden="true">
          {text}
        </span>
      )}
    </button>
  )
}

/** Rings once when a count that was known rises. */
function useRing(count: number | undefined): [isRung: boolean, stop: () => void] {
  const before = useRef(count)
  const [isRung, setRung] = useState(false)
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count > before.current) setRung(true)
    before.current = count
  }, [count])
  return [isRung, () => setRung(false)]
}

function colorsOf(
  badge: NotificationBellProps['unseenBadgeColor'],
  ring: string | undefined,
): CSSProperties | undefined {
  const style: Record<string, string> = {}
  if (typeof badge === 'string') style['--nc-bell-badge'] = badge
  else if (badge) {
    const { stopColor = badge.stopColorOffset, stopColorOffset = stopColor } = badge
    if (stopColor) style['--nc-bell-badge'] = `linear-gradient(${stopColor}, ${stopColorOffset})`
  }
  const flat = typeof badge === 'string' ? badge : badge?.stopColor
  const color = flat && parseColor(flat)
  if (color) style['--nc-bell-badge-text'] = toHex(textOn(color))
  if (ring) style['--nc-bell-ring'] = ring
  return Object.keys(style).length > 0 ? style : undefined
}
