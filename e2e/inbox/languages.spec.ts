import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Person } from '../../packages/inbox/playground/server/recado.ts'
import { english, type I18NLanguage, languages, type Translations } from '../../packages/inbox/src/i18n/texts.ts'
import { hurryTo } from '../support/clock.ts'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { feedOf, hold, refuse } from './support/watch.ts'

// What a route still answers when a test ends no longer matters.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const textsOf = async (code: I18NLanguage): Promise<Translations> =>
  code === 'en'
    ? english
    : ((await import(`../../packages/inbox/src/i18n/languages/${code}.ts`)) as { default: Translations }).default

/** All that can be seen, or is read aloud, of what stands in an inbox; each once. */
const wordsOf = (root: Locator): Promise<string[]> =>
  root.evaluate((element) => {
    const found: string[] = []
    const walker = element.ownerDocument.createTreeWalker(element, 4)
    while (walker.nextNode()) found.push(String(walker.currentNode.textContent).trim())
    for (const one of [element, ...element.querySelectorAll('*')]) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(one.getAttribute(name)?.trim() ?? '')
    }
    return [...new Set(found.filter(Boolean))]
  })

/** The texts of the table that stand there in English though the language has its own. */
const leftInEnglish = (words: readonly string[], own: Translations) => {
  const foreign = Object.entries(english).filter(([key, text]) => own[key as keyof Translations] !== text)
  const isLeft = (word: string, text: string) => {
    const [start = '', end = ''] = text.split(/\{\{\w+\}\}/)
    return text.includes('{{') ? word.startsWith(start) && word.endsWith(end) : word === text
  }
  const known = new Set<string>(Object.values(own))
  return words.filter((word) => !known.has(word) && foreign.some(([, text]) => isLeft(word, text)))
}

const partsOn = (page: Page) => ({ ...inboxOn(page), root: page.locator('#root') })

/** Walks through everything that has a text, and collects the texts. */
const collect = async (page: Page, person: Person, lang: string) => {
  const { back, bell, item, items, part, root, settings, workflows } = partsOn(page)
  const seen = new Map<string, string[]>()
  const look = async (place: string) => void seen.set(place, await wordsOf(root))
  const letGo = await hold(page, '/notifications/feed*')
  await page.clock.install()
  await openPlayground(page, person, { lang })
  await expect(bell).toHaveAccessibleName(/2/)
  await bell.click()
  await expect(root.getByRole('status').first()).toBeVisible()
  await look('loading')
  letGo()
  await expect(items).toHaveCount(2)
  await item('News 2').hover()
  await item('News 2').dots.click()
  await expect(part('notification-snooze')).toBeVisible()
  await look('menu of an item')
  await part('notification-snooze').click()
  await expect(part('notification-snoozeHour')).toBeVisible()
  await look('moments')
  await part('notification-snoozeHour').click()
  await expect(items).toHaveCount(1)
  await item('News 1').dots.click()
  await part('notification-mark-as-read').click()
  await item('News 1').dots.click()
  await expect(part('notification-mark-as-unread')).toBeVisible()
  await look('menu of what was read')
  await part('notification-archive').click()
  await expect(part('no-notifications')).toBeVisible()
  await look('nothing')
  for (const view of ['archived', 'snoozed']) {
    await part('notifications-header-menu').click()
    await look(`menu of the header (${view})`)
    await part(`view-${view}`).click()
    await expect(items).toHaveCount(1)
    await items.hover()
    await items.locator('[data-test-id="notification-dots-button"]').click()
    await expect(part(view === 'archived' ? 'notification-unarchive' : 'notification-unsnooze')).toBeVisible()
    await look(view)
    if (view === 'archived') await part('notification-unarchive').click()
    else await page.keyboard.press('Escape')
    await back.click()
  }
  await expect(items).toHaveCount(1)
  await part('notifications-header-menu').click()
  await part('remove-all').click()
  await expect(part('remove-all-confirm')).toBeVisible()
  await look('question')
  await page.getByRole('alertdialog').getByRole('button').first().click()

  await settings.click()
  await workflows.filter({ hasText: 'Of languages' }).first().getByRole('button').click()
  const toggle = workflows.getByRole('switch').last()
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5000)
  await toggle.click()
  await expect(workflows.getByRole('status').filter({ hasText: /./ })).toBeVisible()
  await look('settings')
  await page.clock.resume()
  const accept = await refuse(page, '/preferences**')
  const before = await toggle.isChecked()
  await toggle.click()
  await expect(toggle).toBeChecked({ checked: before })
  await look('settings that are refused')
  await back.click()
  await accept()
  await refuse(page, '/messages/*')
  await item('News 1').dots.click()
  await part('notification-remove-message').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look('a change that is refused')
  return seen
}

// A text that is not in the table of texts is found in any other language; what the tables hold is looked at in theirs.
test('complaint 8: no text is left in English, to read or to hear', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News {{n}}' }, { name: 'Of languages', withEmail: true })
  await news.triggerMany(person, [{ n: 1 }, { n: 2 }])
  const own = await textsOf('ka')
  const seen = await collect(page, person, 'ka')
  const left = [...seen].map(([place, words]) => [place, leftInEnglish(words, own)])
  expect(left.filter(([, words]) => words?.length)).toEqual([])
  const all = [...seen.values()].flat()
  const unused = Object.entries(own).filter(([, text]) => {
    const parts = text.split(/\{\{\w+\}\}/).map((part) => part.trim())
    return !all.some((word) => parts.every((part) => word.includes(part)))
  })
  // These have states of their own: a sheet on a phone, and an empty list of preferences.
  const elsewhere = ['close', 'noPreferences', 'loadFailed', 'retry', 'offline', 'sms', 'push', 'chat']
  expect(unused.map(([key]) => key).filter((key) => !elsewhere.includes(key))).toEqual([])
})

/** What the browser says in a language for each time that may have passed since the test began. */
const timesIn = (page: Page, code: string): Promise<string[]> =>
  page.evaluate((language) => {
    const words = new Intl.RelativeTimeFormat([language, 'en'], { numeric: 'auto' })
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    return [...numbers.map((n) => words.format(-n, 'second')), ...numbers.map((n) => words.format(-n, 'minute'))]
  }, code)

/** Whether the browser has words for time in a language; where it has none, dates in digits stand for them. */
const hasTimes = (page: Page, code: string): Promise<boolean> =>
  page.evaluate((language) => {
    const words = new Intl.RelativeTimeFormat([language, 'en'])
    const isOwn = language === 'en' || words.resolvedOptions().locale.split('-')[0] !== 'en'
    return isOwn && /^[^-+]/.test(words.format(-3, 'hour'))
  }, code)

test('every language shows its own texts, in its own direction, with its own words for time', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  await openPlayground(page, person, { kind: 'list', panel: true })
  const { item, layout, markAllRead, settings, title } = inboxOn(page)
  await expect(item('News')).toBeVisible()
  expect(languages).toHaveLength(72)
  const root = page.locator('.nc-root').first()
  for (const code of languages) {
    const own = await textsOf(code)
    await page.getByLabel('lang').selectOption(code)
    await expect(title).toHaveText(own.notifications)
    await expect(markAllRead).toHaveText(own.markAllAsRead)
    await expect(settings).toHaveAccessibleName(own.settings)
    await expect(layout).toContainText(own.poweredBy)
    await expect(root).toHaveAttribute('lang', code)
    await expect(root).toHaveAttribute('dir', ['ar', 'fa', 'he', 'sd', 'ur'].includes(code) ? 'rtl' : 'ltr')
    const time = await item('News').locator('time').textContent()
    if (await hasTimes(page, code)) expect(await timesIn(page, code), code).toContain(time)
    else expect(time, code).not.toMatch(/ago|now|second|minute|^-/)
  }
})

const edges = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('Not on screen')
  return { left: box.x, right: box.x + box.width }
}

// The direction alone decides: which languages have it is looked at with all languages.
test('in a language that is written from the right everything stands the other way round', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News', actor: { type: 'system_icon', data: 'info' } })
  await news.trigger(person)
  await openPlayground(page, person, { lang: 'ar' })
  const { back, bell, item, layout, part, settings, title, workflows } = inboxOn(page)
  await bell.click()
  await expect(item('News')).toBeVisible()
  await expect(layout).toHaveCSS('direction', 'rtl')
  const width = page.viewportSize()?.width ?? 0
  const [frame, heading, cog] = [await edges(layout), await edges(title), await edges(settings)]
  expect(frame.left).toBeGreaterThanOrEqual(0)
  expect(frame.right).toBeLessThanOrEqual(width)
  expect(heading.right).toBeGreaterThan(cog.right)
  const [dots, face] = [await edges(item('News').dots), await edges(item('News').locator('.nc-actor'))]
  expect(dots.right).toBeLessThan(face.left)
  const bar = await item('News').evaluate((element) => {
    const style = element.ownerDocument.defaultView.getComputedStyle(element, '::before')
    return [style.right, style.width]
  })
  expect(bar, 'the bar of what is unread').toEqual(['0px', '3px'])

  await item('News').hover()
  await item('News').dots.click()
  const menu = await edges(page.getByRole('menu'))
  expect(menu.left).toBeGreaterThanOrEqual(0)
  expect(menu.right).toBeLessThanOrEqual(frame.right)
  await part('notification-snooze').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(part('notification-snoozeHour')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(part('notification-snoozeHour')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await settings.click()
  const header = workflows.first()
  const [chevron, label] = [header.locator('.nc-accordion-chevron'), header.locator('.nc-accordion-label')]
  await expect(chevron).toBeVisible()
  expect((await edges(chevron)).right).toBeLessThanOrEqual((await edges(label)).left)
  expect((await edges(back)).left).toBeGreaterThan((await edges(title)).left)
  await expect(back.locator('svg')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
})

test('times are told in the language, and what a page says itself counts more than the table', async ({ page }) => {
  const person = newPerson()
  const news = await newWorkflow({ content: 'News' })
  await news.trigger(person)
  await expect.poll(async () => (await feedOf(person))[0]?.content).toBe('News')
  await page.clock.setFixedTime(Date.now() + 3 * 3600_000)
  await openPlayground(page, person, { kind: 'element', lang: 'pt', open: true })
  const { bell, item, layout, markAllRead, part, title } = inboxOn(page)
  await bell.click()
  await expect(item('News').locator('time')).toHaveText(/^há [34] horas$/)
  const say = (i18n: unknown) =>
    page
      .locator('notification-center-component')
      .evaluate((element, value) => void Object.assign(element, { i18n: value }), i18n)
  await say({ lang: 'pt', translations: { notifications: 'O que houve', markAsRead: 'Já vi' } })
  await expect(title).toHaveText('O que houve')
  await expect(markAllRead).toHaveText('Marcar todas como lidas')
  await item('News').hover()
  await item('News').dots.click()
  await expect(part('notification-mark-as-read')).toHaveText('Já vi')
  await page.keyboard.press('Escape')

  await say({ lang: 'eo', translations: { notifications: 'Sciigoj' } })
  await expect(title).toHaveText('Sciigoj')
  await expect(markAllRead, 'a language without texts falls back to English').toHaveText('Mark all as read')
  await say('tlh')
  await expect(title).toHaveText('Notifications')
  await expect(layout).toContainText('Powered by')
  await expect(item('News').locator('time')).toHaveText(/^[34] hours ago$/)
  await expect(page.locator('.nc-root').first()).toHaveAttribute('lang', 'en')
  await say('pt-BR')
  await expect(title).toHaveText('Notificações')
})

test('the words of a phone, of a failure and of an empty panel are in the language too', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const own = await textsOf('pt')
  await refuse(page, '/notifications/feed*')
  await page.route('**/v1/widgets/preferences', async (route) => {
    await route.fulfill({ response: await route.fetch(), json: { data: [] } })
  })
  await page.clock.install()
  await openPlayground(page, newPerson(), { lang: 'pt' })
  const { bell, layout, part, settings } = inboxOn(page)
  await bell.click()
  await hurryTo(page, layout.getByRole('alert'))
  await expect(layout.getByRole('alert')).toHaveText(own.loadFailed)
  await expect(layout.getByRole('button', { name: own.retry })).toBeVisible()
  await expect(part('popover-close')).toHaveAccessibleName(own.close)
  await settings.click()
  await expect(part('preferences-area')).toHaveText(own.noPreferences)
})
