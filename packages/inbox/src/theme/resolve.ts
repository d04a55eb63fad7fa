import { brandOf } from './brand.ts'
import { defaultPrimary, defaultThemeOf, signals } from './defaults.ts'
import { merge } from './merge.ts'
import { colors } from './palette.ts'
import type {
  ColorScheme,
  FilledTheme,
  ICommonTheme,
  INotificationBellColors,
  INovuThemePopoverProvider,
} from './types.ts'

/** What an organisation says of its looks. It comes from the server, and counts where the host says nothing. */
export interface Branding {
  color?: string | undefined
  fontFamily?: string | undefined
}

export interface ResolvedTheme {
  colorScheme: ColorScheme
  theme: FilledTheme
  common: Required<ICommonTheme>
}

/**
 * The theme of a color scheme with every slot filled: the defaults for the primary color, and over them what is given.
 * @throws when the primary color is neither a CSS color nor a name of the palette
 */
export function resolveTheme(
  colorScheme: ColorScheme,
  given?: INovuThemePopoverProvider,
  branding?: Branding,
): ResolvedTheme {
  const common = {
    fontFamily: given?.common?.fontFamily ?? cssValue(branding?.fontFamily) ?? 'inherit',
    primaryColor: given?.common?.primaryColor ?? defaultPrimary,
  }
  const defaults = defaultThemeOf(colorScheme, common.primaryColor)
  const loaderColor = (!given?.common?.primaryColor && cssValue(branding?.color)) || defaults.loaderColor
  return { colorScheme, common, theme: merge({ ...defaults, loaderColor }, given?.[colorScheme]) }
}

/** Every slot of the default theme of a scheme, with a host's theme over it. */
export function getDefaultTheme(props: { colorScheme?: ColorScheme; theme?: INovuThemePopoverProvider } = {}): {
  theme: FilledTheme
  common: Required<ICommonTheme>
} {
  const { theme, common } = resolveTheme(props.colorScheme ?? 'light', props.theme)
  return { theme, common }
}

/** The colors of a bell: of its dot, and of the ring that sets the dot off. */
export function getDefaultBellColors(props: { colorScheme?: ColorScheme; bellColors?: INotificationBellColors } = {}): {
  bellColors: Required<INotificationBellColors>
} {
  const { colorScheme = 'light', bellColors } = props
  return {
    bellColors: {
      unseenBadgeColor: bellColors?.unseenBadgeColor ?? brandOf(defaultPrimary, colorScheme).fill,
      unseenBadgeBackgroundColor:
        bellColors?.unseenBadgeBackgroundColor ?? (colorScheme === 'light' ? colors.white : colors.BGDark),
    },
  }
}

/** The theme as CSS variables: `header.badgeColor` is `--nc-header-badge-color`. */
export function variablesOf({ colorScheme, theme, common }: ResolvedTheme): Record<string, string> {
  const brand = brandOf(common.primaryColor, colorScheme)
  const variables: Record<string, string> = {
    '--nc-primary': brand.fill,
    '--nc-primary-text': brand.onFill,
    '--nc-primary-ink': brand.ink,
    '--nc-focus': brand.mark,
    '--nc-error': signals[colorScheme].error,
    '--nc-success': signals[colorScheme].success,
  }
  if (common.fontFamily !== 'inherit') variables['--nc-font-family'] = common.fontFamily
  collect('--nc', theme, variables)
  return variables
}

function collect(name: string, value: unknown, variables: Record<string, string>): void {
  if (typeof value !== 'object' || value === null) variables[name] = String(value)
  else for (const [key, below] of Object.entries(value)) collect(`${name}-${kebab(key)}`, below, variables)
}

const kebab = (name: string): string =>
  name.replace('backGround', 'background').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A value that stays inside its declaration. */
function cssValue(value: string | undefined): string | undefined {
  return value && !/[;{}<]/.test(value) ? value : undefined
}
