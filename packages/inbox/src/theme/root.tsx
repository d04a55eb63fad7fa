import { type ReactNode, useMemo } from 'react'
import { cx } from '../components/cx.ts'
import { useTranslations } from '../react/translations.tsx'
import { useCss } from './adopt.ts'
import base from './base.css?inline'
import { hash } from './hash.ts'
import { type ResolvedTheme, variablesOf } from './resolve.ts'
import { NovuThemeProvider, useBranding, useNovuTheme } from './theme.tsx'
import type { ColorScheme, INovuThemePopoverProvider } from './types.ts'

export interface InboxRootProps {
  colorScheme?: ColorScheme | undefined
  theme?: INovuThemePopoverProvider | undefined
  className?: string | undefined
  /** As wide as what is in it, like a bell among the buttons of a page. */
  inline?: boolean | undefined
  children?: ReactNode
}

/** Where the inbox begins: style sheets, theme, direction and language hold from here on down. */
export function InboxRoot({ colorScheme, theme, ...rest }: InboxRootProps) {
  return (
    <NovuThemeProvider colorScheme={colorScheme} theme={theme}>
      <ThemedRoot {...rest} />
    </NovuThemeProvider>
  )
}

/** An {@link InboxRoot} in the theme of the provider above. */
export function ThemedRoot({ className, inline, children }: Omit<InboxRootProps, 'colorScheme' | 'theme'>) {
  const resolved = useNovuTheme()
  const { lang, dir } = useTranslations()
  const branding = useBranding()
  const declarations = useMemo(() => declarationsOf(resolved), [resolved])
  const themeClass = `nc-theme-${hash(declarations)}`
  useCss(base)
  useCss(`.nc-root.${themeClass}{${declarations}}`)
  return (
    <div
      className={cx('nc-root', inline && 'nc-root-inline', themeClass, className)}
      data-color-scheme={resolved.colorScheme}
      dir={branding?.direction === 'rtl' ? 'rtl' : dir}
      lang={lang}
    >
      {children}
    </div>
  )
}

const declarationsOf = (resolved: ResolvedTheme): string =>
  Object.entries(variablesOf(resolved))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
