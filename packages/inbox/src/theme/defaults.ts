import { type Brand, brandOf } from './brand.ts'
import { colors } from './palette.ts'
import type { ColorScheme, FilledTheme } from './types.ts'

/** The primary color of a theme that names none. */
export const defaultPrimary = colors.blue

/** Colors that do not follow the brand. Each is at least 4.5 to 1 on the backgrounds it is used on. */
interface Shades {
  background: string
  raised: string
  sunken: string
  hover: string
  text: string
  secondary: string
  control: string
  line: string
  switchOff: string
  thumb: string
  shadow: string
  lift: string
}

const shades: Readonly<Record<ColorScheme, Shades>> = {
  light: {
    background: colors.white,
    raised: colors.white,
    sunken: colors.B98,
    hover: colors.BGLight,
    text: '#2B2B3A',
    secondary: '#5F5F75',
    control: '#5F5F75',
    line: '#E3E6EB',
    switchOff: '#7C7C92',
    thumb: colors.white,
    shadow: '0 12px 32px rgb(20 20 40 / 16%), 0 2px 8px rgb(20 20 40 / 8%)',
    lift: '0 1px 3px rgb(20 20 40 / 10%), 0 0 0 1px rgb(20 20 40 / 5%)',
  },
  dark: {
    background: colors.B15,
    raised: colors.B20,
    sunken: colors.B17,
    hover: colors.B30,
    text: colors.white,
    secondary: '#B4B4C4',
    control: '#B4B4C4',
    line: colors.B30,
    switchOff: '#8A8AA0',
    thumb: colors.B15,
    shadow: '0 12px 32px rgb(0 0 0 / 56%), 0 0 0 1px rgb(255 255 255 / 8%)',
    lift: '0 1px 3px rgb(0 0 0 / 32%)',
  },
}

/** Colors of a scheme that have no slot in the theme. */
export const signals: Readonly<Record<ColorScheme, { error: string; success: string }>> = {
  light: { error: '#C22F2F', success: '#2A7358' },
  dark: { error: '#FF8A8A', success: '#6FCBAA' },
}

/** Every slot of the theme of a scheme, for the color of a brand. */
export function defaultThemeOf(colorScheme: ColorScheme, primary: string): FilledTheme {
  const shade = shades[colorScheme]
  const brand = brandOf(primary, colorScheme)
  return {
    layout: {
      background: shade.background,
      boxShadow: shade.shadow,
      borderRadius: '12px',
      wrapper: { secondaryFontColor: shade.secondary },
    },
    header: {
      badgeColor: brand.fill,
      badgeTextColor: brand.onFill,
      tabBorderColor: brand.mark,
      fontColor: shade.text,
      markAllAsReadButtonColor: shade.control,
    },
    popover: { arrowColor: shade.background, tabBorderColor: brand.mark },
    actionsMenu: {
      dotsButtonColor: shade.control,
      dropdownColor: shade.raised,
      hoverColor: shade.hover,
      fontColor: shade.text,
    },
    notificationItem: itemOf(shade, brand),
    userPreferences: preferencesOf(shade, brand),
    footer: { logoTextColor: shade.text, logoPrefixFontColor: shade.secondary },
    loaderColor: brand.mark,
  }
}

const itemOf = (shade: Shades, brand: Brand): FilledTheme['notificationItem'] => ({
  read: { fontColor: shade.text, background: shade.sunken, timeMarkFontColor: shade.secondary },
  unread: {
    fontColor: shade.text,
    background: shade.raised,
    boxShadow: shade.lift,
    notificationItemBeforeBrandColor: brand.mark,
    timeMarkFontColor: shade.secondary,
  },
  buttons: {
    primary: { backGroundColor: brand.fill, fontColor: brand.onFill },
    secondary: { backGroundColor: shade.hover, fontColor: shade.text },
  },
})

const preferencesOf = (shade: Shades, brand: Brand): FilledTheme['userPreferences'] => ({
  settingsButtonColor: shade.control,
  accordion: {
    background: shade.raised,
    fontColor: shade.text,
    secondaryFontColor: shade.secondary,
    boxShadow: shade.lift,
    arrowColor: shade.control,
    dividerColor: shade.line,
  },
  accordionItem: {
    fontColor: { active: shade.text, inactive: shade.secondary },
    icon: { active: shade.text, inactive: shade.secondary },
    switch: {
      backgroundChecked: brand.mark,
      backgroundUnchecked: shade.switchOff,
      thumbChecked: brand.onMark,
      thumbUnchecked: shade.thumb,
    },
  },
})
