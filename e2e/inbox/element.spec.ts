import { expect, type Page, test } from '@playwright/test'
import { axeIn } from '../support/axe.ts'
import { demo } from '../support/demo.ts'
import {
  askService,
  inboxOn,
  newPerson,
  newWorkflow,
  openHostilePage,
  openPlainPage,
  openPlayground,
} from './support/inbox.ts'

const tag = 'notification-center-component'

/** Sockets that the page has open. */
const socketsOf = (page: Page) => {
  const open = new Set<string>()
  let opened = 0
  page.on('websocket', (socket) => {
    const name = `${opened++}`
    open.add(name)
    socket.on('close', () => open.delete(name))
  })
  return { open: () => open.size, opened: () => opened }
}

test('a page without React shows a live bell by one script tag from another origin', async ({ page }) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}} is on its way' })
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  await openPlainPage(page, person)
  const inbox = inboxOn(page)
  await expect(inbox.bell).toBeVisible()
  await order.trigger(person, { n: 17 })
  await expect(inbox.bell).toHaveAccessibleName(/1/)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(inbox.item('Order 17 is on its way')).toBeVisible()
  await expect(inbox.layout).toHaveCSS('color', 'rgb(255, 255, 255)')
  await page.keyboard.press('Escape')
  await expect(inbox.layout).toBeHidden()
  await expect(inbox.bell).toBeFocused()
  await expect(inbox.bell).not.toHaveAccessibleName(/1/)
  expect(failures).toEqual([])
})

test('the list alone fills the place that the page gives it', async ({ page }) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}}' })
  await order.trigger(person, { n: 3 })
  await openPlainPage(page, person, { tag: 'content', 'color-scheme': 'light' })
  await expect(inboxOn(page).item('Order 3')).toBeVisible()
})

test('attributes and properties change what is shown, and texts that must be JSON may be JSON', async ({ page }) => {
  const person = newPerson()
  await openPlainPage(page, person, {
    'color-scheme': 'light',
    i18n: '{"lang":"en","translations":{"notifications":"What happened"}}',
    theme: '{"light":{"layout":{"background":"rgb(255, 250, 240)"}}}',
    'popover-config': '{"position":"bottom-start"}',
    'show-user-preferences': 'false',
    open: 'true',
  })
  const inbox = inboxOn(page)
  await expect(inbox.title).toHaveText('What happened')
  await expect(inbox.layout).toHaveCSS('background-color', 'rgb(255, 250, 240)')
  await expect(inbox.settings).toHaveCount(0)

  await page.locator(tag).evaluate((element) => {
    element.setAttribute('i18n', 'de')
    Object.assign(element, { showUserPreferences: true, footer: false })
  })
  await expect(inbox.title).toHaveText('Benachrichtigungen')
  await expect(inbox.settings).toBeVisible()
  await expect(inbox.part('footer')).toHaveCount(0)

  await page.locator(tag).evaluate((element) => Object.assign(element, { open: false }))
  await expect(inbox.layout).toBeHidden()
})

test('the page hears what happens by events and by callbacks of both names, and actions are saved', async ({
  page,
}) => {
  const person = newPerson()
  const buttons = [{ type: 'primary', content: 'Take it' }] as const
  const question = await newWorkflow({ content: 'Question {{n}}', url: '#there', buttons })
  await openPlainPage(page, person)
  const inbox = inboxOn(page)
  await page.locator(tag).evaluate((element) => {
    const heard: string[] = []
    const note = (name: string) => () => heard.push(name)
    Object.assign(globalThis, { heard })
    for (const name of ['notification-clicked', 'unseen-count-changed', 'action-clicked', 'url-changed']) {
      element.ownerDocument.addEventListener(name, note(`event ${name}`))
    }
    const names = ['onNotificationClick', 'notificationClicked', 'onUnseenCountChanged', 'unseenCountChanged']
    for (const name of [...names, 'onActionClick', 'actionClicked', 'onUrlChange']) {
      Object.assign(element, { [name]: note(name) })
    }
  })
  await question.trigger(person, { n: 1 })
  await expect(inbox.bell).toHaveAccessibleName(/1/)
  await inbox.bell.click()
  await inbox.item('Question 1').getByRole('button', { name: 'Take it' }).click()
  type Feed = { data: { cta: { action: { status: string } } }[] }
  const status = async () => (await askService<Feed>(person, '/notifications/feed')).data[0]?.cta.action.status
  await expect.poll(status).toBe('done')
  await page.getByText('Question 1').click()
  const heard = () => page.evaluate(() => [...new Set(Reflect.get(globalThis, 'heard') as string[])].toSorted())
  await expect
    .poll(heard)
    .toEqual(
      [
        'actionClicked',
        'event action-clicked',
        'event notification-clicked',
        'event unseen-count-changed',
        'event url-changed',
        'notificationClicked',
        'onActionClick',
        'onNotificationClick',
        'onUnseenCountChanged',
        'onUrlChange',
        'unseenCountChanged',
      ].toSorted(),
    )
})

test('an element that leaves the page closes its socket, one that moves keeps it, one that comes back works', async ({
  page,
}) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}}' })
  const sockets = socketsOf(page)
  await openPlainPage(page, person)
  const inbox = inboxOn(page)
  await expect.poll(sockets.open).toBe(1)

  await page.locator(tag).evaluate((element) => element.ownerDocument.body.append(element))
  await order.trigger(person, { n: 1 })
  await expect(inbox.bell).toHaveAccessibleName(/1/)
  expect(sockets.opened()).toBe(1)

  await page.locator(tag).evaluate((element) => {
    Object.assign(globalThis, { putBack: () => element.ownerDocument.body.append(element) })
    element.remove()
  })
  await expect.poll(sockets.open).toBe(0)

  await page.evaluate('putBack()')
  await expect.poll(sockets.open).toBe(1)
  await order.trigger(person, { n: 2 })
  await expect(inbox.bell).toHaveAccessibleName(/2/)
})

test('complaint 10: another subscriber sees nothing of the one before', async ({ page }) => {
  const [bia, davi] = [newPerson(), newPerson()]
  const order = await newWorkflow({ content: 'Order of {{name}}' })
  await order.trigger(bia, { name: 'Bia' })
  await order.trigger(davi, { name: 'Davi' })
  await openPlainPage(page, bia, { open: 'true' })
  const inbox = inboxOn(page)
  await expect(inbox.item('Order of Bia')).toBeVisible()
  await page.locator(tag).evaluate((element, { subscriberId, subscriberHash }) => {
    element.setAttribute('subscriber-id', subscriberId)
    element.setAttribute('subscriber-hash', subscriberHash)
  }, davi)
  await expect(inbox.item('Order of Davi')).toBeVisible()
  await expect(inbox.item('Order of Bia')).toHaveCount(0)
})

test('axe finds nothing inside of the element', async ({ page }) => {
  const person = newPerson()
  const buttons = [{ type: 'primary', content: 'Take it' }] as const
  const question = await newWorkflow({ content: 'Question {{n}}', url: '#there', buttons }, { withEmail: true })
  await question.trigger(person, { n: 1 })
  const scan = async () =>
    (await (await axeIn(page)).include(tag).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])
  const inbox = inboxOn(page)
  for (const scheme of ['light', 'dark']) {
    await openPlainPage(page, person, { open: 'true', 'color-scheme': scheme })
    await expect(inbox.item('Question 1')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    expect(await scan(), scheme).toEqual([])
    await inbox.settings.click()
    await expect(inbox.workflows.first()).toBeVisible()
    expect(await scan(), scheme).toEqual([])
  }
})

test('a script that is loaded twice defines its elements once', async ({ page }) => {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await openPlainPage(page, newPerson())
  await expect(inboxOn(page).bell).toBeVisible()
  await page.addScriptTag({ type: 'module', url: `${demo().notifications.apiUrl}/inbox/embed.js?again` })
  await expect(inboxOn(page).bell).toBeVisible()
  expect(failures).toEqual([])
})

for (const kind of ['popover', 'element'] as const) {
  test(`styles of a loud page change nothing of the inbox, nor its styles anything of the page (${kind})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 1200 })
    const person = newPerson()
    const order = await newWorkflow({ content: 'Order {{n}}', url: '#x' })
    await order.trigger(person, { n: 1 })
    const inbox = inboxOn(page)
    const look = async () => {
      await inbox.bell.click()
      await expect(inbox.item('Order 1')).toBeVisible()
      // Nothing moves any more once the list was read.
      await expect(inbox.layout).toHaveCSS('opacity', '1')
      const parts = [inbox.bell, inbox.layout, inbox.title, inbox.items.first(), inbox.settings, inbox.markAllRead]
      return Promise.all(
        parts.map((part) =>
          part.evaluate((element) => {
            const style = element.ownerDocument.defaultView.getComputedStyle(element)
            const names = [
              'color',
              'backgroundColor',
              'fontSize',
              'lineHeight',
              'letterSpacing',
              'textTransform',
            ] as const
            const { width, height } = element.getBoundingClientRect()
            return [...names.map((name) => style[name]), Math.round(width), Math.round(height)].join(' ')
          }),
        ),
      )
    }
    await openPlayground(page, person, { kind, scheme: 'light' })
    const calm = await look()
    await openHostilePage(page, person, { kind, scheme: 'light' })
    const own = page.locator('#own')
    await expect(own).toHaveCSS('width', '300px')
    expect(await look()).toEqual(calm)
    await expect(own).toHaveCSS('font-size', '30px')
    await expect(own).toHaveCSS('background-color', 'rgb(0, 255, 0)')
  })
}

test('a notification leads to its address, unless the page takes it', async ({ page }) => {
  const person = newPerson()
  const order = await newWorkflow({ content: 'Order {{n}}', url: '#order-{{n}}' })
  await order.triggerMany(person, [{ n: 1 }, { n: 2 }])
  await openPlainPage(page, person)
  const inbox = inboxOn(page)
  await inbox.bell.click()
  await inbox.item('Order 1').getByRole('link').first().click()
  await expect(page).toHaveURL(/#order-1$/)

  await page
    .locator(tag)
    .evaluate((element) => element.addEventListener('url-changed', (event: Event) => event.preventDefault()))
  await inbox.item('Order 2').getByRole('link').first().click()
  await expect(inbox.item('Order 2')).toHaveAttribute('class', /read/)
  await expect(page).toHaveURL(/#order-1$/)
})
