import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { InboxContext } from '../react/context.ts'
import { type ResolvedTheme, resolveTheme } from './resolve.ts'
import type { ColorScheme, INovuThemePopoverProvider } from './types.ts'

const ThemeContext = createContext<ResolvedTheme | null>(null)

let plain: ResolvedTheme | undefined

const never = () => () => {}

/** What the organisation of the inbox around says of its looks, once it is known. */
export function useBranding() {
  const inbox = useContext(InboxContext)
  const read = () => inbox?.getState().organization.data?.branding
  return useSyncExternalStore(inbox?.subscribe ?? never, read, read)
}

/** Gives the components below a color scheme, light unless said, and a theme over its defaults. */
export function NovuThemeProvider(props: {
  colorScheme?: ColorScheme | undefined
  theme?: INovuThemePopoverProvider | undefined
  children?: ReactNode
}) {
  const { colorScheme = 'light', theme } = props
  const branding = useBranding()
  // Hosts write themes in place: what counts is what a theme says.
  const said = JSON.stringify(theme ?? {})
  const value = useMemo(() => resolveTheme(colorScheme, JSON.parse(said), branding), [colorScheme, said, branding])
  return <ThemeContext.Provider value={value}>{props.children}</ThemeContext.Provider>
}

/** The theme of the provider above with every slot filled; the light default theme when there is none. */
export function useNovuTheme(): ResolvedTheme {
  const given = useContext(ThemeContext)
  if (given) return given
  plain ??= resolveTheme('light')
  return plain
}
