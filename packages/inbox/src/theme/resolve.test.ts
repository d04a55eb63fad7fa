import { describe, expect, it } from 'vitest'
import { colors } from './palette.ts'
import { getDefaultBellColors, getDefaultTheme, resolveTheme, variablesOf } from './resolve.ts'

describe('the theme of a host', () => {
  it('takes the place of the slots it names, and of no others', () => {
    const plain = getDefaultTheme({ colorScheme: 'dark' }).theme
    const { theme, common } = getDefaultTheme({
      colorScheme: 'dark',
      theme: {
        light: { loaderColor: 'lime' },
        dark: { header: { badgeColor: 'gold' }, userPreferences: { accordion: { arrowColor: 'pink' } } },
        common: { fontFamily: 'Lora' },
      },
    })
    expect(theme.header).toEqual({ ...plain.header, badgeColor: 'gold' })
    expect(theme.userPreferences.accordion).toEqual({ ...plain.userPreferences.accordion, arrowColor: 'pink' })
    expect(theme.userPreferences.accordionItem).toEqual(plain.userPreferences.accordionItem)
    expect(theme.loaderColor).toBe(plain.loaderColor)
    expect(common.fontFamily).toBe('Lora')
  })

  it('wins over what follows from its primary color', () => {
    const { theme } = getDefaultTheme({
      theme: { common: { primaryColor: 'green' }, light: { header: { badgeColor: 'gold' } } },
    })
    expect(theme.header.badgeColor).toBe('gold')
    expect(theme.notificationItem.buttons.primary.backGroundColor).toBe(colors.green.toLowerCase())
  })

  it('may name the primary color in any notation', () => {
    const badge = (primaryColor: string) =>
      getDefaultTheme({ theme: { common: { primaryColor } } }).theme.header.badgeColor
    expect(badge('rgb(219, 39, 119)')).toBe(colors.pink.toLowerCase())
    expect(badge('hsl(0 100% 40%)')).toBe('#cc0000')
    expect(badge('#D27')).toBe('#dd2277')
    expect(badge('blue')).toBe(colors.blue.toLowerCase())
  })

  it.each(['bleu', '', '#12', 'var(--brand)', 'currentColor', 'vertical', 'toString'])(
    'may not name %j',
    (primaryColor) => {
      expect(() => getDefaultTheme({ theme: { common: { primaryColor } } })).toThrow(
        'The primary color of the theme must be a CSS color or a name of the palette',
      )
    },
  )
})

it('takes font and loader of an organisation where the host says nothing, and only plain values', () => {
  const branding = { color: 'teal', fontFamily: 'Roboto' }
  expect(resolveTheme('light', undefined, branding)).toMatchObject({
    common: { fontFamily: 'Roboto' },
    theme: { loaderColor: 'teal' },
  })
  const given = { common: { fontFamily: 'Lora' }, light: { loaderColor: 'red' } }
  expect(resolveTheme('light', given, branding)).toMatchObject({
    common: { fontFamily: 'Lora' },
    theme: { loaderColor: 'red' },
  })
  const hostile = resolveTheme('light', undefined, { color: 'red} body{display:none', fontFamily: 'x;color:red' })
  expect(JSON.stringify(variablesOf(hostile))).not.toMatch(/display|color:red/)
})

it('names a variable after the path of its slot', () => {
  const variables = variablesOf(
    resolveTheme('light', {
      light: {
        header: { badgeColor: '#111111' },
        notificationItem: { unread: { fontColor: '#222222' }, buttons: { primary: { backGroundColor: '#333333' } } },
        loaderColor: '#444444',
      },
      common: { fontFamily: 'Lora' },
    }),
  )
  expect(variables).toMatchObject({
    '--nc-header-badge-color': '#111111',
    '--nc-notification-item-unread-font-color': '#222222',
    '--nc-notification-item-buttons-primary-background-color': '#333333',
    '--nc-loader-color': '#444444',
    '--nc-font-family': 'Lora',
    '--nc-primary': '#2563eb',
  })
})

it('gives the colors of a bell, with those of the host over them', () => {
  expect(getDefaultBellColors({ colorScheme: 'dark', bellColors: { unseenBadgeColor: 'gold' } })).toEqual({
    bellColors: { unseenBadgeColor: 'gold', unseenBadgeBackgroundColor: colors.BGDark },
  })
})
