import { expect, type Page, test } from '@playwright/test'
import { inboxOn, newPerson, newWorkflow, openPlayground, recado } from './support/inbox.ts'
import { reveal } from './support/rows.ts'
import { toldOf, watchCalls } from './support/watch.ts'

// What a route still answers when a test ends no longer matters.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const events = (page: Page) => page.getByRole('list', { name: 'Events' })

/** Drawings and colors by which a person tells a read item from an unread one. */
const look = (page: Page, text: string) =>
  inboxOn(page)
    .item(text)
    .evaluate((item) => {
      const look = (element: typeof item, pseudo?: string) =>
        item.ownerDocument.defaultView.getComputedStyle(element, pseudo)
      return {
        background: look(item).backgroundColor,
        bar: look(item, '::before').inlineSize,
        weight: Number(look(item.querySelector('[data-test-id="notification-content"]')).fontWeight),
      }
    })

test('a click on an item marks it seen and read, tells the page, logs the use and leads on', async ({ page }) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}}', url: '/orders/7' })
  const news = await newWorkflow({ content: 'Plain {{n}}' })
  await news.trigger(person, { n: 1 })
  await order.trigger(person, { n: 7 })
  await openPlayground(page, person, { kind: 'list', panel: true })
  const { item } = inboxOn(page)
  const address = page.url()
  const calls = watchCalls(page)
  await expect(item('Order 7').locator('.nc-notifications-list-item-dot')).toBeVisible()
  const unread = await look(page, 'Order 7')
  expect(unread.bar).toBe('3px')
  await expect(item('Order 7')).toContainText(/ago|now/)

  await item('Order 7')
    .getByRole('link', { name: /Order 7/ })
    .click()
  await expect(events(page)).toContainText('url-change "/orders/7"')
  const id = (await toldOf(person, 'Order 7'))?._id
  const told = (await events(page).getByRole('listitem').allTextContents()).reverse()
  const clicked = told.filter((line) => /click|url/.test(line))
  expect(clicked).toEqual([`notification-click "${id}"`, 'url-change "/orders/7"'])
  expect(page.url(), 'going there is up to the page').toBe(address)
  await expect.poll(() => toldOf(person, 'Order 7')).toMatchObject({ seen: true, read: true })
  const posts = calls.of(/^POST .(messages|usage)/)
  expect(posts).toEqual([
    {
      name: 'POST /messages/markAs',
      query: {},
      body: { messageId: [id], mark: { seen: true, read: true } },
    },
    {
      name: 'POST /usage/log',
      query: {},
      body: { name: '[Widget] - Notification Click', payload: { notificationId: id, hasCta: true } },
    },
  ])
  await expect(item('Order 7').locator('.nc-notifications-list-item-dot')).toHaveCount(0)
  const read = await look(page, 'Order 7')
  expect(read.bar).toBe('auto')
  expect(read.background).not.toBe(unread.background)
  expect(read.weight).toBeLessThan(unread.weight)

  await item('Plain 1')
    .getByRole('button', { name: /Plain 1/ })
    .click()
  await expect.poll(() => calls.of('POST /usage/log')[1]?.body).toMatchObject({ payload: { hasCta: false } })
  await expect(events(page)).toContainText('unseen-count 0')
  expect((await events(page).allTextContents()).join(' ').match(/url-change/g)).toHaveLength(1)
})

test('HTML of a notification keeps its formatting and links, and nothing that could run or hide', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'Placeholder {{name}}' })
  await news.trigger(person, { name: '<img src=x onerror="window.hacked = 1">' })
  const hostile = [
    '<b>Bold</b> <em>leaning</em> <code>code</code><br>',
    '<script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">',
    '<svg onload="window.hacked = 1"></svg><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
    '<style>body { display: none }</style><span style="position: fixed; inset: 0" id="root" class="nc-root">Styled</span>',
    '<a href="javascript:window.hacked = 1">Bad link</a> <a href="https://example.com/x" onclick="hacked = 1">Good link</a>',
    '<form action="https://example.com"><input name="password"></form>',
  ].join('')
  await openPlayground(page, person, { kind: 'list' })
  const { items, part } = inboxOn(page)
  const content = part('notification-content')
  const hacked = () => page.evaluate(() => 'hacked' in globalThis)
  await expect(content, 'what the trigger gave is text').toContainText('<img src=x')
  await expect(content.locator('img')).toHaveCount(0)

  await page.route('**/notifications/feed*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { content: string }[] }
    for (const message of body.data) message.content = hostile
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await expect(content.locator('b')).toHaveText('Bold')
  await expect(content.locator('b')).toHaveCSS('font-weight', /[78]00/)
  await expect(content.locator('em')).toHaveCSS('font-style', 'italic')
  await expect(content.locator('script, img, svg, iframe, style, form, input')).toHaveCount(0)
  await expect(content.getByText('Styled')).toHaveCSS('position', 'static')
  expect(await content.locator('*').evaluateAll((all) => all.flatMap((one) => one.getAttributeNames()))).toEqual([
    'href',
    'rel',
    'target',
  ])
  await content.getByText('Bad link').click()
  await expect(content.getByRole('link', { name: 'Good link' })).toHaveAttribute('href', 'https://example.com/x')
  await expect(items).toBeVisible()
  expect(await hacked()).toBe(false)
})

test('an item shows who it comes from: six icons, a person, a picture, or nothing', async ({ page }) => {
  const person = newPerson()
  const actor = newPerson()
  const faceless = newPerson()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36"><rect width="36" height="36" fill="red"/></svg>'
  await page.route('https://pictures.test/face.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
  await recado().identify(actor, { firstName: 'Bia', lastName: 'Araújo', avatar: 'https://pictures.test/face.svg' })
  await recado().identify(faceless, { firstName: 'Davi', lastName: 'Lima' })
  const icons = ['warning', 'info', 'up', 'question', 'success', 'error'] as const
  for (const data of icons) {
    const workflow = await newWorkflow({ content: `Icon ${data}`, actor: { type: 'system_icon', data } })
    await workflow.trigger(person)
  }
  const byPerson = await newWorkflow({ content: 'From {{n}}', actor: { type: 'user' } })
  await byPerson.trigger(person, { n: 'Bia' }, actor.subscriberId)
  await byPerson.trigger(person, { n: 'Davi' }, faceless.subscriberId)
  const custom = { type: 'system_custom', data: 'https://pictures.test/missing.svg' } as const
  await (await newWorkflow({ content: 'Custom', actor: custom })).trigger(person)
  await (await newWorkflow({ content: 'Nobody' })).trigger(person)
  await openPlayground(page, person, { kind: 'list', pageSize: '20' })
  const { item, list } = inboxOn(page)
  await expect(item('Nobody')).toBeVisible()
  await expect(item('Nobody').locator('.nc-actor')).toHaveCount(0)
  await expect(item('Custom').locator('.nc-actor svg'), 'a picture that is not there gives way').toBeVisible()
  await expect(item('From Davi').locator('.nc-actor')).toHaveText('DL')
  const face = item('From Bia').locator('img')
  await expect(face).toBeVisible()
  expect(await face.evaluate((image) => image.naturalWidth)).toBe(36)
  await item('From Bia')
    .getByRole('button', { name: /From Bia/ })
    .click()
  await expect.poll(() => toldOf(person, 'From Bia')).toMatchObject({ read: true })
  await expect(item('From Bia')).toHaveClass(/list-item-read/)
  await expect(face, 'the face stays when the item is marked').toBeVisible()

  const drawings = new Set<string>()
  for (const name of icons) {
    const drawing = item(`Icon ${name}`).locator(`.nc-actor-${name} path`).first()
    await reveal(list, drawing)
    drawings.add((await drawing.getAttribute('d')) ?? '')
  }
  expect(drawings.size).toBe(6)
})

test('long texts and words wrap inside their item, on a desktop and on a phone', async ({ page }) => {
  const person = newPerson()
  const word = 'reference'.repeat(30)
  const button = 'Answer the supplier that both parts may come on the Monday after next'
  const long = await newWorkflow({
    content: `Long ${word} {{text}}`,
    url: '/x',
    actor: { type: 'system_icon', data: 'info' },
    buttons: [
      { type: 'primary', content: button },
      { type: 'secondary', content: button },
    ],
  })
  await long.trigger(person, { text: 'The delivery may come in two parts. '.repeat(12) })
  await openPlayground(page, person, { kind: 'list' })
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const { item, list, layout } = inboxOn(page)
    await expect(item('Long')).toBeVisible()
    for (const part of [list, item('Long'), layout]) {
      expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
    const box = await layout.boundingBox()
    const dots = await item('Long').dots.boundingBox()
    expect((dots?.x ?? 0) + (dots?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  }
})
