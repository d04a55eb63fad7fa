import { describe, expect, it } from 'vitest'
import { contrast, parseColor } from './color.ts'
import { getDefaultTheme, resolveTheme, variablesOf } from './resolve.ts'
import type { ColorScheme } from './types.ts'

const ratio = (a: string | undefined, b: string | undefined): number => {
  const [one, other] = [a, b].map((text) => parseColor(text ?? ''))
  if (!one || !other) throw new Error(`${a} or ${b} is not a color`)
  return contrast(one, other)
}

/** What it is, its color, and the color behind it. */
type Pair = [name: string, color: string | undefined, background: string | undefined]
const below = (least: number, pairs: Pair[]) =>
  pairs.map(([name, ...colors]) => ({ name, ratio: ratio(...colors) })).filter((pair) => pair.ratio < least)

const schemes: ColorScheme[] = ['light', 'dark']
const brands = [
  'blue',
  'yellow',
  '#000000',
  '#ffffff',
  '#fdfdf0',
  '#ff0000',
  '#00ff00',
  '#7f7f7f',
  '#0a0a3c',
  '#ffb6c1',
  '#fde047',
]
const cases = schemes.flatMap((scheme) => brands.map((brand) => [scheme, brand] as const))

it('measures as WCAG does', () => {
  expect(ratio('#fff', '#000')).toBeCloseTo(21)
  expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  expect(ratio('rgb(255 0 0)', '#fff')).toBeCloseTo(3.998, 2)
})

describe.each(cases)('a %s theme of %s', (colorScheme, primaryColor) => {
  const { theme } = getDefaultTheme({ colorScheme, theme: { common: { primaryColor } } })
  const variables = variablesOf(resolveTheme(colorScheme, { common: { primaryColor } }))
  const { layout, header, actionsMenu, footer, notificationItem, userPreferences } = theme
  const { accordion, accordionItem } = userPreferences
  const { read, unread, buttons } = notificationItem
  const page = layout.background

  it('has readable text', () => {
    const pairs: Pair[] = [
      ['title', header.fontColor, page],
      ['secondary text', layout.wrapper.secondaryFontColor, page],
      ['mark all as read', header.markAllAsReadButtonColor, page],
      ['badge', header.badgeTextColor, header.badgeColor],
      ['read text', read.fontColor, read.background],
      ['read time', read.timeMarkFontColor, read.background],
      ['unread text', unread.fontColor, unread.background],
      ['unread time', unread.timeMarkFontColor, unread.background],
      ['primary button', buttons.primary.fontColor, buttons.primary.backGroundColor],
      ['secondary button', buttons.secondary.fontColor, buttons.secondary.backGroundColor],
      ['menu', actionsMenu.fontColor, actionsMenu.dropdownColor],
      ['menu under the pointer', actionsMenu.fontColor, actionsMenu.hoverColor],
      ['accordion', accordion.fontColor, accordion.background],
      ['accordion, second line', accordion.secondaryFontColor, accordion.background],
      ['channel that is on', accordionItem.fontColor.active, accordion.background],
      ['channel that is off', accordionItem.fontColor.inactive, accordion.background],
      ['heading of a group', accordion.secondaryFontColor, page],
      ['footer', footer.logoTextColor, page],
      ['footer, prefix', footer.logoPrefixFontColor, page],
      ['text on the primary color', variables['--nc-primary-text'], variables['--nc-primary']],
      ['text in the primary color', variables['--nc-primary-ink'], page],
      ['text in the primary color on read', variables['--nc-primary-ink'], read.background],
      ['text in the primary color on unread', variables['--nc-primary-ink'], unread.background],
      ['error', variables['--nc-error'], accordion.background],
      ['success', variables['--nc-success'], accordion.background],
    ]
    expect(below(4.5, pairs)).toEqual([])
  })

  it('has marks that can be told from what is behind them', () => {
    const pairs: Pair[] = [
      ['bar of an unread item', unread.notificationItemBeforeBrandColor, unread.background],
      ['bell and cog', userPreferences.settingsButtonColor, page],
      ['dots', actionsMenu.dotsButtonColor, read.background],
      ['arrow', accordion.arrowColor, accordion.background],
      ['icon that is on', accordionItem.icon.active, accordion.background],
      ['icon that is off', accordionItem.icon.inactive, accordion.background],
      ['switch that is on', accordionItem.switch.backgroundChecked, accordion.background],
      ['switch that is off', accordionItem.switch.backgroundUnchecked, accordion.background],
      ['thumb that is on', accordionItem.switch.thumbChecked, accordionItem.switch.backgroundChecked],
      ['thumb that is off', accordionItem.switch.thumbUnchecked, accordionItem.switch.backgroundUnchecked],
      ['line under a tab', header.tabBorderColor, page],
      ['loader', theme.loaderColor, page],
      ['focus', variables['--nc-focus'], page],
      ['focus on read', variables['--nc-focus'], read.background],
    ]
    expect(below(3, pairs)).toEqual([])
  })
})

it.each([
  ['light', '#6d28d9'],
  ['dark', '#e11d48'],
] as const)('leaves a brand color that is clear enough as it is: %s %s', (colorScheme, primaryColor) => {
  const { theme } = getDefaultTheme({ colorScheme, theme: { common: { primaryColor } } })
  expect(theme.header.badgeColor).toBe(primaryColor)
  expect(theme.notificationItem.buttons.primary.backGroundColor).toBe(primaryColor)
  expect(theme.userPreferences.accordionItem.switch.backgroundChecked).toBe(primaryColor)
})
