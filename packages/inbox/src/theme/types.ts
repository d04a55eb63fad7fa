// The theme of the 0.24 widget, slot by slot. Every value is CSS; a `background` or `…Color` that fills may be a gradient.

import type { CSSProperties } from 'react'
import type { CssObject } from './css-object.ts'

export type ColorScheme = 'light' | 'dark'

export interface ICommonTheme {
  fontFamily?: string
  /** The color of the brand: any CSS color, or a name of `colors`. Badges, switches, buttons and focus follow it. */
  primaryColor?: string
}

export interface IThemeLayout {
  background?: string
  boxShadow?: string
  borderRadius?: string
  wrapper?: { secondaryFontColor?: string }
}

export interface IThemeHeader {
  badgeColor?: string
  badgeTextColor?: string
  tabBorderColor?: string
  fontColor?: string
  markAllAsReadButtonColor?: string
}

export interface IThemePopover {
  arrowColor?: string
  tabBorderColor?: string
}

export interface IThemeActionsMenu {
  dotsButtonColor?: string
  dropdownColor?: string
  hoverColor?: string
  fontColor?: string
}

export interface IThemeButton {
  backGroundColor?: string
  fontColor?: string
}

export interface IThemeNotificationListItem {
  read?: { fontColor?: string; background?: string; timeMarkFontColor?: string }
  unread?: {
    fontColor?: string
    background?: string
    boxShadow?: string
    notificationItemBeforeBrandColor?: string
    timeMarkFontColor?: string
  }
  buttons?: { primary?: IThemeButton; secondary?: IThemeButton }
}

export interface IThemeUserPreferences {
  settingsButtonColor?: string
  accordion?: {
    background?: string
    fontColor?: string
    secondaryFontColor?: string
    boxShadow?: string
    arrowColor?: string
    dividerColor?: string
  }
  accordionItem?: {
    fontColor?: { active?: string; inactive?: string }
    icon?: { active?: string; inactive?: string }
    switch?: {
      backgroundChecked?: string
      backgroundUnchecked?: string
      thumbChecked?: string
      thumbUnchecked?: string
    }
  }
}

export interface IThemeFooter {
  logoTextColor?: string
  logoPrefixFontColor?: string
}

export interface INovuTheme {
  layout?: IThemeLayout
  header?: IThemeHeader
  popover?: IThemePopover
  actionsMenu?: IThemeActionsMenu
  notificationItem?: IThemeNotificationListItem
  userPreferences?: IThemeUserPreferences
  footer?: IThemeFooter
  loaderColor?: string
}

export interface INovuPopoverTheme extends INovuTheme {
  popover?: IThemePopover
}

/** What differs from the defaults, by color scheme and for both. */
export interface INovuThemeProvider {
  light?: INovuTheme
  dark?: INovuTheme
  common?: ICommonTheme
}

export interface INovuThemePopoverProvider {
  light?: INovuPopoverTheme
  dark?: INovuPopoverTheme
  common?: ICommonTheme
}

export interface ISvgStopColor {
  stopColor?: string
  stopColorOffset?: string
}

export interface INotificationBellColors {
  /** Of the dot: a color, or the second stop of a gradient. */
  unseenBadgeColor?: string | ISvgStopColor
  /** Of the ring around the dot. */
  unseenBadgeBackgroundColor?: string
}

/** Nothing left out, at any depth. */
export type Filled<T> = { [K in keyof T]-?: NonNullable<T[K]> extends object ? Filled<NonNullable<T[K]>> : T[K] }
export type FilledTheme = Filled<INovuTheme>

/** A style: properties in camel case, and nested rules under their selectors, as emotion takes them. */
export type Style = CssObject | CSSProperties

/** A style, or what makes one of the theme. */
export type CSSFunctionOrObject =
  | Style
  | ((input: { theme: FilledTheme; common: Required<ICommonTheme>; colorScheme: ColorScheme }) => Style)

type Styles<Key extends string> = { [K in Key]?: CSSFunctionOrObject }

/** What a host may style, by path: `header.root` is `{ header: { root: … } }`. */
export interface INotificationCenterStyles {
  bellButton?: Styles<'root' | 'dot'>
  unseenBadge?: Styles<'root'>
  popover?: Styles<'arrow' | 'dropdown'>
  loader?: Styles<'root'>
  layout?: Styles<'root'>
  header?: Styles<'root' | 'title' | 'markAsRead' | 'cog' | 'backButton'>
  tabs?: Styles<'tabsList' | 'tab' | 'tabLabel' | 'tabIcon'>
  accordion?: Styles<'item' | 'content' | 'control' | 'chevron'>
  switch?: Styles<'root' | 'input' | 'track' | 'thumb'>
  footer?: Styles<'root' | 'title'>
  notifications?: Styles<'root'> & {
    listItem?: Styles<'read' | 'unread' | 'layout' | 'contentLayout' | 'title' | 'timestamp' | 'dotsButton'> & {
      buttons?: Styles<'root' | 'primary' | 'secondary'>
    }
  }
  preferences?: Styles<'root'> & {
    item?: Styles<'title' | 'channels' | 'divider'> & { content?: Styles<'icon' | 'channelLabel' | 'success'> }
  }
  actionsMenu?: Styles<'dropdown' | 'arrow' | 'item'>
}

type PathOf<T> = {
  [K in keyof T & string]: CSSFunctionOrObject extends NonNullable<T[K]> ? K : `${K}.${PathOf<NonNullable<T[K]>>}`
}[keyof T & string]

/** Every path of {@link INotificationCenterStyles}. */
export type StylesPath = PathOf<Required<INotificationCenterStyles>>
