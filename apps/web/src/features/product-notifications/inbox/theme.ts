import type { INotificationCenterStyles, INovuTheme, INovuThemePopoverProvider } from '@recado/inbox'
import { theme as product } from '#web/theme.ts'

const text = 'var(--mantine-color-text)'
const dimmed = 'var(--mantine-color-dimmed)'
const card = 'var(--surface-card)'
const line = 'var(--line)'

/** The product's own variables: they follow the color scheme by themselves. */
const surfaces: INovuTheme = {
  layout: {
    background: card,
    boxShadow: `0 0 0 1px ${line}, var(--mantine-shadow-lg)`,
    borderRadius: 'var(--mantine-radius-lg)',
    wrapper: { secondaryFontColor: dimmed },
  },
  header: { fontColor: text, markAllAsReadButtonColor: dimmed },
  popover: { arrowColor: card },
  actionsMenu: { dotsButtonColor: dimmed, dropdownColor: card, hoverColor: 'var(--surface-hover)', fontColor: text },
  notificationItem: {
    read: { fontColor: dimmed, background: 'var(--surface-page)', timeMarkFontColor: dimmed },
    unread: { fontColor: text, background: card, boxShadow: `0 0 0 1px ${line}`, timeMarkFontColor: dimmed },
  },
  userPreferences: {
    settingsButtonColor: dimmed,
    accordion: {
      background: card,
      fontColor: text,
      secondaryFontColor: dimmed,
      boxShadow: `0 0 0 1px ${line}`,
      arrowColor: dimmed,
      dividerColor: line,
    },
    accordionItem: {
      fontColor: { active: text, inactive: dimmed },
      icon: { active: text, inactive: dimmed },
    },
  },
}

/** The inbox in the colors of the product. */
export const inboxTheme: INovuThemePopoverProvider = {
  light: surfaces,
  dark: surfaces,
  common: { primaryColor: product.colors?.['petrol']?.[8] ?? '' },
}

/** Five tabs with their counts have to stand in 420 px. */
export const inboxStyles: INotificationCenterStyles = {
  tabs: {
    tabsList: { gap: '0', paddingInline: '10px' },
    tab: { gap: '4px', paddingInline: '7px' },
  },
}
