import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useCss } from './adopt.ts'
import { type CssObject, cssRule } from './css-object.ts'
import { hash } from './hash.ts'
import type { ResolvedTheme } from './resolve.ts'
import { useNovuTheme } from './theme.tsx'
import type { INotificationCenterStyles, StylesPath } from './types.ts'

const StylesContext = createContext<INotificationCenterStyles | null>(null)
const none: INotificationCenterStyles = {}

/** Gives the components below the styles of the host. */
export function StylesProvider(props: { styles?: INotificationCenterStyles | undefined; children?: ReactNode }) {
  return <StylesContext.Provider value={props.styles ?? none}>{props.children}</StylesContext.Provider>
}

/** The style of a host at a path such as `header.root`, if there is one. Functions are called with the theme. */
export function getStyleByPath(
  input: Pick<ResolvedTheme, 'theme' | 'common' | 'colorScheme'> & {
    styles?: INotificationCenterStyles
    path: StylesPath
  },
): CssObject | undefined {
  const { styles, path, theme, common, colorScheme } = input
  let found: unknown = styles
  for (const key of path.split('.')) {
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined
  }
  const style: unknown = typeof found === 'function' ? found({ theme, common, colorScheme }) : found
  return typeof style === 'object' && style !== null ? (style as CssObject) : undefined
}

/**
 * A class name for the element at a path, when the host has a style for it. Its rule wins over all of ours.
 * @throws outside of a {@link StylesProvider}
 */
export function useStyle(path: StylesPath): string | undefined {
  const styles = useContext(StylesContext)
  if (!styles)
    throw new Error(`Wrap your component in NovuProvider: it asks for the style of ${path}, and none is given`)
  const resolved = useNovuTheme()
  const rule = useMemo(() => {
    const style = getStyleByPath({ styles, path, ...resolved })
    return style && cssRule('&', style)
  }, [styles, path, resolved])
  const name = rule && `nc-style-${hash(rule)}`
  // An id that no one has counts for more than any number of classes.
  useCss(name && rule?.replace('&', `.${name}:not(#nc)`))
  return name || undefined
}
