import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { contrast, parseColor, type Rgb } from '../../packages/inbox/src/theme/color.ts'
import { inboxOn, newPerson, newWorkflow, openPlainPage, openPlayground, pagesUrl } from './support/inbox.ts'

const tag = 'notification-center-component'

const newReader = async () => {
  const person = newPerson()
  const news = await newWorkflow({
    content: 'News {{n}}',
    buttons: [{ type: 'primary', content: 'Yes' }],
    actor: { type: 'system_icon', data: 'info' },
  })
  await news.triggerMany(person, [{ n: 1 }, { n: 2 }])
  return { person, news }
}

const cssOf = (part: Locator, name: string): Promise<string> =>
  part.evaluate(
    (element, property) => element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(property),
    name,
  )

const colorOf = async (part: Locator, name: string): Promise<Rgb> => {
  const text = await cssOf(part, name)
  const color = parseColor(text)
  if (!color) throw new Error(`${name} is ${text}`)
  return color
}

const expectReadable = async (part: Locator, what: string) =>
  expect(contrast(await colorOf(part, 'color'), await colorOf(part, 'background-color')), what).toBeGreaterThanOrEqual(
    4.5,
  )

/** Gives the element of the page other properties. */
const give = (page: Page, fields: Record<string, unknown>) =>
  page.locator(tag).evaluate((element, given) => void Object.assign(element, given), fields)

const schemes = {
  light: { layout: 'rgb(255, 255, 255)', unread: 'rgb(255, 255, 255)', read: 'rgb(245, 248, 250)' },
  dark: { layout: 'rgb(30, 30, 38)', unread: 'rgb(41, 41, 51)', read: 'rgb(35, 35, 43)' },
}

/** Chooses on the controls of the playground, as they stand beside the inbox. */
const controlsOf = (page: Page) => {
  const controls = page.getByRole('form', { name: 'Controls' })
  return {
    scheme: (name: string) => controls.getByLabel('scheme').selectOption(name),
    brand: (color: string) => controls.getByLabel('brand').fill(color),
  }
}

test('both schemes have the backgrounds of the 0.24 widget, and text that can be read on them', async ({ page }) => {
  const { person } = await newReader()
  await openPlayground(page, person, { kind: 'list', panel: true })
  const choose = controlsOf(page)
  const { item, layout, part } = inboxOn(page)
  await item('News 1').getByRole('button', { name: 'News 1' }).click()
  await expect(item('News 1')).toHaveClass(/list-item-read/)
  for (const scheme of ['light', 'dark'] as const) {
    await choose.scheme(scheme)
    await expect(layout).toHaveCSS('background-color', schemes[scheme].layout)
    await expect(item('News 2')).toHaveCSS('background-color', schemes[scheme].unread)
    await expect(item('News 1')).toHaveCSS('background-color', schemes[scheme].read)
    for (const name of ['News 1', 'News 2']) await expectReadable(item(name), name)
    await expect(layout).toHaveCSS('color-scheme', scheme)
    await expect(part('notification-content').first()).toHaveCSS('font-family', /./)
  }
})

// Which colors follow from a brand is tested where they are computed; here that the parts are drawn in them, and that
// the browser is asked for notations that only it knows.
const looks = (['light', 'dark'] as const).map((scheme) => ({ brand: 'oklch(0.9 0.05 200)', scheme }))
const badges = [
  ['rebeccapurple', 'rgb(102, 51, 153)'],
  ['hsl(0 100% 40%)', 'rgb(204, 0, 0)'],
  ['teal', 'rgb(13, 148, 136)'],
] as const

test('a brand color of any notation is that of the badge, colors the inbox and stays readable', async ({ page }) => {
  const { person, news } = await newReader()
  await openPlayground(page, person, { panel: true })
  const choose = controlsOf(page)
  const { back, bell, count, items, layout, settings, workflows } = inboxOn(page)
  const newest = items.first()
  await expect(count).toHaveText('2')
  for (const [brand, color] of badges) {
    await choose.brand(brand)
    await expect(count).toHaveCSS('background-color', color)
  }
  for (const { brand, scheme } of looks) {
    await test.step(`${brand}, ${scheme}`, async () => {
      await choose.brand(brand)
      await choose.scheme(scheme)
      // What was open has been seen: the badge stands for this one.
      await news.trigger(person, { n: 3 })
      await expect(count).toHaveText(/[13]/)
      await expectReadable(count, 'the badge')
      await bell.click()
      await expect(layout).toHaveCSS('color-scheme', scheme)
      await expectReadable(newest.getByRole('button', { name: 'Yes' }), 'a button')
      const bar = await newest.evaluate(
        (element) => element.ownerDocument.defaultView.getComputedStyle(element, '::before').backgroundColor,
      )
      const [mark, under] = [parseColor(bar), await colorOf(layout, 'background-color')]
      expect(mark && contrast(mark, under), 'the bar of what is unread').toBeGreaterThanOrEqual(3)
      await settings.click()
      await workflows.first().getByRole('button').click()
      const toggle = workflows.first().getByRole('switch').first()
      await expect(toggle).toBeChecked()
      const track = await colorOf(toggle.locator('+ span'), 'background-color')
      const thumb = await colorOf(toggle.locator('+ span > span'), 'background-color')
      expect(contrast(track, thumb), 'the switch').toBeGreaterThanOrEqual(3)
      await back.click()
      await page.keyboard.press('Escape')
      await expect(layout).toHaveCount(0)
    })
  }
})

test('a primary color that is none raises an error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await openPlayground(page, newPerson(), { brand: 'bluish' })
  await expect
    .poll(() => errors.join('\n'))
    .toContain('The primary color of the theme must be a CSS color or a name of the palette, not "bluish"')
  await expect(inboxOn(page).bell).toHaveCount(0)
})

test('styles reach what their paths name, by rules, nested rules and functions, and go away again', async ({
  page,
}) => {
  const { person } = await newReader()
  await openPlainPage(page, person, { 'color-scheme': 'light' })
  const { bell, item, layout, markAllRead, part, settings, title, workflows } = inboxOn(page)
  await expect(bell).toHaveAccessibleName(/2/)
  await page.locator(tag).evaluate((element) => {
    type Given = { theme: { header: { fontColor: string } }; common: { fontFamily: string }; colorScheme: string }
    const styles = {
      bellButton: { root: { borderRadius: 3 }, dot: { 'rect, &': { fontWeight: 400 } } },
      layout: { root: { borderRadius: '2px', '@media (min-width: 100px)': { outline: '4px solid rgb(1, 2, 3)' } } },
      header: {
        root: { '.nc-header-title': { letterSpacing: 3 }, height: 70 },
        title: ({ theme, colorScheme }: Given) => ({
          backgroundColor: theme.header.fontColor,
          order: colorScheme === 'light' ? 7 : 8,
        }),
        markAsRead: { '&:hover': { opacity: 0.25 } },
        cog: { svg: { width: 31 } },
      },
      notifications: {
        listItem: {
          unread: { '::before': { width: 9 } },
          timestamp: { textTransform: 'uppercase' },
          buttons: { primary: { backgroundColor: 'rgb(9, 8, 7)' } },
        },
      },
      actionsMenu: { item: { paddingInline: 33 } },
      footer: { root: { '--own': 'here' } },
      accordion: { item: { marginBlockEnd: 21 } },
      preferences: { item: { title: { fontStyle: 'italic' } } },
      switch: { track: { backgroundColor: 'rgb(4, 5, 6)' } },
    }
    Object.assign(element, { styles })
  })
  await expect(bell).toHaveCSS('border-radius', '3px')
  await expect(part('unseen-count-label')).toHaveCSS('font-weight', '400')
  await bell.click()
  await expect(item('News 2')).toBeVisible()
  await expect(layout).toHaveCSS('border-radius', '2px')
  await expect(layout).toHaveCSS('outline', 'rgb(1, 2, 3) solid 4px')
  await expect(layout.locator('.nc-header')).toHaveCSS('height', '70px')
  await expect(title).toHaveCSS('letter-spacing', '3px')
  await expect(title).toHaveCSS('order', '7')
  await expect(title).toHaveCSS('background-color', await cssOf(layout, 'color'))
  await expect(markAllRead).toHaveCSS('opacity', '1')
  await markAllRead.hover()
  await expect(markAllRead).toHaveCSS('opacity', '0.25')
  await expect(settings.locator('svg')).toHaveCSS('width', '31px')
  const bar = () =>
    item('News 2').evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element, '::before').width)
  expect(await bar()).toBe('9px')
  await expect(item('News 2').locator('time')).toHaveCSS('text-transform', 'uppercase')
  await expect(item('News 2').getByRole('button', { name: 'Yes' })).toHaveCSS('background-color', 'rgb(9, 8, 7)')
  expect(await cssOf(layout.locator('.nc-footer'), '--own')).toBe('here')
  await item('News 2').hover()
  await item('News 2').dots.click()
  await expect(part('notification-archive')).toHaveCSS('padding-left', '33px')
  await page.keyboard.press('Escape')
  await settings.click()
  await expect(workflows.first()).toHaveCSS('margin-bottom', '21px')
  await expect(workflows.first().locator('.nc-preferences-item-title')).toHaveCSS('font-style', 'italic')
  await workflows.first().getByRole('button').click()
  await expect(workflows.first().getByRole('switch').first().locator('+ span')).toHaveCSS(
    'background-color',
    'rgb(4, 5, 6)',
  )
  await give(page, { styles: {} })
  await expect(workflows.first()).not.toHaveCSS('margin-bottom', '21px')
  await expect(bell).not.toHaveCSS('border-radius', '3px')
  await expect(layout).not.toHaveCSS('outline-width', '4px')
})

test('slots of a theme change what they name, for their scheme alone', async ({ page }) => {
  const { person } = await newReader()
  await openPlainPage(page, person, { 'color-scheme': 'light', open: 'true' })
  const { item, layout, settings, title } = inboxOn(page)
  await expect(item('News 2')).toBeVisible()
  await give(page, {
    theme: {
      light: {
        layout: { background: 'rgb(255, 250, 240)' },
        header: { fontColor: 'rgb(80, 0, 0)' },
        notificationItem: { unread: { background: 'rgb(240, 255, 240)', fontColor: 'rgb(0, 60, 0)' } },
        userPreferences: { settingsButtonColor: 'rgb(0, 0, 90)' },
      },
      dark: { layout: { background: 'rgb(0, 0, 50)' } },
      common: { fontFamily: 'monospace' },
    },
  })
  await expect(layout).toHaveCSS('background-color', 'rgb(255, 250, 240)')
  await expect(title).toHaveCSS('color', 'rgb(80, 0, 0)')
  await expect(title).toHaveCSS('font-family', 'monospace')
  await expect(item('News 2')).toHaveCSS('background-color', 'rgb(240, 255, 240)')
  await expect(item('News 2')).toHaveCSS('color', 'rgb(0, 60, 0)')
  await expect(settings).toHaveCSS('color', 'rgb(0, 0, 90)')
  await give(page, { colorScheme: 'dark' })
  await expect(layout).toHaveCSS('background-color', 'rgb(0, 0, 50)')
  await expect(title).toHaveCSS('color', 'rgb(255, 255, 255)')
})

test('the elements of a page look the same whether the inbox is there or not', async ({ page }) => {
  const { person } = await newReader()
  const html = ['a', 'button', 'input', 'select', 'table', 'ul', 'h1', 'h2', 'p', 'dialog', 'article', 'svg', 'time']
    .map((name) => `<${name} data-own class="header footer menu list item">Own</${name}>`)
    .join('')
  const place = () =>
    page.locator('body').evaluate((body, content) => void body.insertAdjacentHTML('beforeend', content), html)
  const looks = () =>
    page.locator('[data-own], body, html').evaluateAll((all) =>
      all.map((element) => {
        const view = element.ownerDocument.defaultView
        return ['', '::before', '::after'].map((pseudo) => {
          const style = view.getComputedStyle(element, pseudo || undefined)
          return Array.from(style, (name: string) => `${name}: ${style.getPropertyValue(name)}`)
        })
      }),
    )
  // How high the page is depends on what stands in it.
  const sizes = /^(block-size|height|perspective-origin|transform-origin|inset-block|inset|bottom|top)/
  const withoutSizes = async () =>
    (await looks()).map((all) => all.map((names) => names.filter((name) => !sizes.test(name))))
  const { item, layout } = inboxOn(page)
  const letGo = await (async () => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/identity?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    return gate.resolve
  })()
  await openPlayground(page, person, { kind: 'list' })
  await place()
  await expect(layout).toHaveCount(0)
  const before = await withoutSizes()
  letGo()
  await expect(item('News 2')).toBeVisible()
  expect(await withoutSizes()).toEqual(before)
})

/** Serves the pages with a policy that allows no inline style; the style of the plain page itself is taken out. */
const serveStrictly = async () => {
  const policy = "default-src 'self'; connect-src * ws:; script-src *; style-src 'self'; img-src 'self' data:"
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(`${pagesUrl()}${url}`)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    const isPage = type.startsWith('text/html')
    response.writeHead(answer.status, { 'content-type': type, 'content-security-policy': policy })
    response.end(isPage ? body.toString().replaceAll(/ style="[^"]*"|<style>.*<\/style>/g, '') : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

for (const path of ['', 'plain']) {
  test(`under a strict content security policy the inbox has all of its styles (/${path})`, async ({ page }) => {
    const { person } = await newReader()
    const refused: string[] = []
    page.on('console', (line) => line.text().includes('Content Security Policy') && refused.push(line.text()))
    using pages = await serveStrictly()
    const choice = new URLSearchParams({ subscriber: person.subscriberId, panel: '0', 'color-scheme': 'light' })
    await page.goto(`${pages.address}/${path}?${choice}`)
    const { bell, count, item, layout, settings, workflows } = inboxOn(page)
    await expect(count).toHaveText('2')
    await expect(count).toHaveCSS('background-color', 'rgb(37, 99, 235)')
    await bell.click()
    await expect(item('News 2')).toBeVisible()
    expect((await layout.boundingBox())?.width).toBeCloseTo(420, 1)
    await expect(item('News 2')).toHaveCSS('border-radius', '10px')
    const [upper, lower] = [await item('News 2').boundingBox(), await item('News 1').boundingBox()]
    expect(lower?.y).toBeGreaterThanOrEqual((upper?.y ?? 0) + (upper?.height ?? 0))
    await item('News 2').hover()
    await item('News 2').dots.click()
    await expect(page.getByRole('menu')).toHaveCSS('position', 'fixed')
    await page.keyboard.press('Escape')
    await settings.click()
    await expect(workflows.first()).toHaveCSS('border-radius', '8px')
    expect(refused).toEqual([])
  })
}
