import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../test/render.tsx'
import { StyleRootContext } from './adopt.ts'
import { StylesProvider, useStyle } from './styles.tsx'
import { NovuThemeProvider } from './theme.tsx'
import type { INotificationCenterStyles } from './types.ts'

afterEach(() => vi.restoreAllMocks())

function Title() {
  return <h1 className={`nc-title ${useStyle('header.title') ?? ''}`}>Title</h1>
}

const rules = (root: Document | ShadowRoot = document) =>
  root.adoptedStyleSheets
    .flatMap((sheet) => [...sheet.cssRules])
    .map(({ cssText }) => cssText)
    .join('\n')

const page = (styles: INotificationCenterStyles, count = 1) => (
  <StrictMode>
    <NovuThemeProvider colorScheme="dark">
      <StylesProvider styles={styles}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Title key={index} />
        ))}
      </StylesProvider>
    </NovuThemeProvider>
  </StrictMode>
)

it('styles an element as its host says, of the theme too', () => {
  const { holder } = render(
    page({
      header: { title: ({ theme, colorScheme }) => ({ color: theme.header.fontColor, order: colorScheme.length }) },
    }),
  )
  const title = holder.querySelector('h1')
  expect(title && getComputedStyle(title).color).toBe('rgb(255, 255, 255)')
  expect(title && getComputedStyle(title).order).toBe('4')
})

it('wins over rules of many classes', () => {
  const { holder } = render(page({ header: { title: { color: 'rgb(1, 2, 3)' } } }))
  const ours = document.createElement('style')
  ours.textContent = '.nc-title.nc-title.nc-title.nc-title.nc-title { color: red }'
  holder.append(ours)
  const title = holder.querySelector('h1')
  expect(title && getComputedStyle(title).color).toBe('rgb(1, 2, 3)')
})

it('has one sheet however many elements need it, and none when they are gone', () => {
  const before = rules()
  const { show, unmount } = render(page({ header: { title: { top: 1 } } }, 3))
  expect(rules().match(/top: 1px/g)).toHaveLength(1)
  show(page({ header: { title: { top: 2 } } }, 3))
  expect(rules()).not.toContain('top: 1px')
  expect(rules().match(/top: 2px/g)).toHaveLength(1)
  unmount()
  expect(rules()).toBe(before)
})

it('gives no class where the host has no style', () => {
  const { holder } = render(page({ header: { root: { top: 1 } } }))
  expect(holder.querySelector('h1')?.className.trim()).toBe('nc-title')
})

it('puts its sheets into the shadow root that it is in', () => {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const before = rules()
  render(<StyleRootContext.Provider value={root}>{page({ header: { title: { top: 3 } } })}</StyleRootContext.Provider>)
  expect(rules(root)).toContain('top: 3px')
  expect(rules()).toBe(before)
})

it('comes as elements where sheets cannot be constructed', () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  Object.defineProperty(root, 'ownerDocument', { value: document.implementation.createHTMLDocument() })
  const { unmount } = render(
    <StyleRootContext.Provider value={root}>{page({ header: { title: { top: 4 } } }, 2)}</StyleRootContext.Provider>,
  )
  expect(root.querySelectorAll('style')).toHaveLength(1)
  expect(root.querySelector('style')?.textContent).toContain('top:4px')
  unmount()
  expect(root.childNodes).toHaveLength(0)
})

it('throws outside of its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Title />)).toThrow('Wrap your component in NovuProvider: it asks for the style of header.title')
})
