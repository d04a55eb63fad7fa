import { expect, type Page, test } from '@playwright/test'
import type { Person } from '../../packages/inbox/playground/server/recado.ts'
import { axeIn, drawn } from '../support/axe.ts'
import { hurryTo } from '../support/clock.ts'
import { inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { hold, refuse, toldOf } from './support/watch.ts'

// What a route still answers when a test ends no longer matters.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const contrast = ['color-contrast']
/** Both widths are looked at wholly in one scheme, and in the other for what colors change. */
const views = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280, rules: contrast },
  { scheme: 'dark', width: 375 },
  { scheme: 'light', width: 375, rules: contrast },
] as const

/** Changes the page that is open, by its controls wherever they are. */
const show = async (page: Page, { scheme, width }: { scheme: string; width: number }) => {
  await page.setViewportSize({ width, height: 800 })
  await page.getByLabel('scheme').evaluate((select, value) => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, scheme)
  await expect(page.locator('.nc-root').first()).toHaveCSS('color-scheme', scheme)
  await drawn(page)
}

const expectClean = async (page: Page, what: string) => {
  for (const view of views) {
    await show(page, view)
    const axe = (await axeIn(page)).include('.nc-root')
    const { violations } = await ('rules' in view ? axe.withRules([...view.rules]) : axe).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
    expect(found, `${what}, ${view.scheme}, ${view.width} px wide`).toEqual([])
  }
  await show(page, views[0])
}

const newReader = async () => {
  const person = newPerson()
  const news = await newWorkflow(
    {
      content: 'News {{n}} with <a href="#more">a link</a>',
      url: '#there',
      actor: { type: 'system_icon', data: 'info' },
    },
    { name: 'Read aloud', withEmail: true },
  )
  const question = await newWorkflow({
    content: 'Question {{n}}',
    buttons: [
      { type: 'primary', content: 'Yes' },
      { type: 'secondary', content: 'No' },
    ],
  })
  await news.triggerMany(person, [{ n: 1 }, { n: 2 }])
  await question.trigger(person, { n: 3 })
  return { person, news, question }
}

/** Of all the workflows that other tests made, the settings show one alone. */
const tellOnly = (page: Page, { _id }: { _id: string }) =>
  page.route('**/v1/widgets/preferences', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { template: { _id: string } }[] }
    await route.fulfill({ response, json: { data: data.filter(({ template }) => template._id === _id) } })
  })

/** Looks at every state that someone comes to. */
const lookAround = async (page: Page, person: Person) => {
  const { back, bell, item, items, part, settings, tab, workflows } = inboxOn(page)
  const letGo = await hold(page, '/notifications/feed*')
  await openPlayground(page, person, { tabs: 'all,unread', panel: true })
  await expect(bell).toHaveAccessibleName(/3/)
  await expectClean(page, 'a closed bell')
  await bell.click()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectClean(page, 'a list that loads')
  letGo()
  await expect(items).toHaveCount(3)
  await item('News 1').hover()
  await expectClean(page, 'an open list')
  await item('News 1').dots.click()
  await expect(part('notification-archive')).toBeVisible()
  await expectClean(page, 'the menu of an item')
  await part('notification-archive').click()
  await expect(items).toHaveCount(2)
  await part('notifications-header-menu').click()
  await part('view-archived').click()
  await expect(item('News 1')).toBeVisible()
  await expectClean(page, 'what was archived')
  await back.click()
  await tab('unread').click()
  await tab('all').click()
  await part('notifications-header-menu').click()
  await part('remove-all').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectClean(page, 'a question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await settings.click()
  const choices = workflows.filter({ hasText: 'Read aloud' }).first()
  await expect(choices).toBeVisible()
  await expectClean(page, 'the settings')
  await choices.getByRole('button').click()
  await expect(choices.getByRole('switch').first()).toBeVisible()
  await expectClean(page, 'open preferences')
  await back.click()
  await refuse(page, '/messages/*')
  await item('Question 3').getByRole('button', { name: 'Question 3' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectClean(page, 'a change that failed')
}

const lookWhereNothingIs = async (page: Page) => {
  const { bell, part } = inboxOn(page)
  await page.clock.install()
  await openPlayground(page, newPerson(), { panel: true })
  await bell.click()
  await expect(part('no-notifications')).toBeVisible()
  await expectClean(page, 'nothing')
  await refuse(page, '/notifications/feed*')
  await page.reload()
  await bell.click()
  await hurryTo(page, part('notifications-load-failed'))
  await expectClean(page, 'a list that could not be read')
}

test('axe finds nothing in the inbox, in both schemes and at both widths', async ({ page }) => {
  const { person, news } = await newReader()
  await tellOnly(page, news)
  await lookAround(page, person)
  await lookWhereNothingIs(page)
})

/** What has the focus: its name, and whether a ring around it, or around what it stands for, can be seen. */
const focusOn = (page: Page) =>
  page.locator('html').evaluate((html) => {
    const element = html.ownerDocument.activeElement
    const styleOf = (one: typeof element, pseudo?: string) =>
      html.ownerDocument.defaultView.getComputedStyle(one, pseudo)
    const places = [styleOf(element), styleOf(element, '::after'), styleOf(element.nextElementSibling ?? element)]
    const isRinged = places.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px')
    const box = element.getBoundingClientRect()
    return {
      name: String(element.getAttribute('data-test-id') ?? element.className),
      isVisible: isRinged && box.width > 0 && box.top >= 0 && box.bottom <= html.ownerDocument.defaultView.innerHeight,
    }
  })

/** Presses a key until something has the focus; the focus can be seen wherever it stands on the way. */
const pressUntil = async (page: Page, key: string, name: string) => {
  const way: string[] = []
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press(key)
    const focus = await focusOn(page)
    way.push(focus.name)
    // The dialog itself and the list need no ring: what is in them has one.
    const isPlace = /nc-popover|notifications-scroll-area/.test(focus.name)
    expect(focus.isVisible || isPlace, `the focus can be seen: ${way.join(' > ')}`).toBe(true)
    if (focus.name.includes(name)) return
  }
  throw new Error(`${name} was not reached by ${key}: ${way.join(' > ')}`)
}

test('the whole inbox is used by the keyboard alone, and the focus is always in sight', async ({ page }) => {
  const { person, news } = await newReader()
  await tellOnly(page, news)
  await openPlayground(page, person)
  const { bell, count, item, items, layout, part, settings, workflows } = inboxOn(page)
  await expect(count).toHaveText('3')
  await pressUntil(page, 'Tab', 'notification-bell')
  await page.keyboard.press('Enter')
  await expect(items).toHaveCount(3)

  await pressUntil(page, 'Tab', 'notifications-list-item-main')
  await page.keyboard.press('PageDown')
  await expect(item('News 2')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('News 1')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(item('Question 3')).toBeFocused()
  await page.keyboard.press('PageDown')
  expect((await focusOn(page)).isVisible).toBe(true)

  await pressUntil(page, 'Tab', 'notification-dots-button')
  await page.keyboard.press('Enter')
  await expect(part('notification-mark-as-read')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(part('notification-remove-message')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(item('News 2')).toHaveClass(/list-item-read/)
  await expect(item('News 2').dots).toBeFocused()
  await expect.poll(() => toldOf(person, 'News 2')).toMatchObject({ read: true })
  await page.keyboard.press('ArrowDown')
  await expect(part('notification-mark-as-unread')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(layout, 'Escape closes the menu alone').toBeVisible()
  await expect(item('News 2').dots).toBeFocused()

  await pressUntil(page, 'Tab', 'notifications-list-item-main')
  await page.keyboard.press('Enter')
  await expect.poll(() => toldOf(person, 'News 1')).toMatchObject({ read: true })

  await pressUntil(page, 'Shift+Tab', 'user-preference-cog')
  await expect(settings).toBeFocused()
  await page.keyboard.press('Enter')
  const choices = workflows.filter({ hasText: news.name })
  await expect(choices).toBeVisible()
  await expect(part('go-back-btn')).toBeFocused()
  await pressUntil(page, 'Tab', 'nc-accordion-control')
  await page.keyboard.press('ArrowDown')
  const header = choices.getByRole('button')
  await expect(header).toBeFocused()
  await page.keyboard.press('Space')
  await pressUntil(page, 'Tab', 'channel-preference-item-toggle')
  const toggle = choices.getByRole('switch', { name: 'In App' })
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle).not.toBeChecked()
  await expect(choices.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(toggle, 'saving takes the focus from nobody').toBeFocused()
  await pressUntil(page, 'Shift+Tab', 'go-back-btn')
  await page.keyboard.press('Enter')
  await expect(settings).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(layout).toHaveCount(0)
  await expect(bell).toBeFocused()
})

test('what comes is told to screen readers, closed and open, and each item says what it is', async ({ page }) => {
  const { person, question } = await newReader()
  await openPlayground(page, person)
  const { bell, count, item, items, part } = inboxOn(page)
  const told = part('new-count-announcement')
  await expect(count).toHaveText('3')
  await expect(told).toHaveAttribute('aria-live', 'polite')
  await expect(told, 'what was there before is not told').toHaveText('')
  await question.trigger(person, { n: 4 })
  await expect(told).toHaveText('New: 4')
  await bell.click()
  await expect(items).toHaveCount(4)
  await question.trigger(person, { n: 5 })
  await expect(told).toHaveText('New: 5')
  await expect(page.getByRole('feed', { name: 'Notifications' })).toBeVisible()
  await expect(item('Question 5')).toHaveAccessibleName('Unread Question 5')
  await expect(item('Question 5')).toHaveAttribute('aria-posinset', '1')
  await expect(item('Question 5')).toHaveAttribute('aria-setsize', '5')
})

test('who wants less motion sees none: no bell that swings, nothing that slides or turns', async ({ page }) => {
  const { person, question } = await newReader()
  const motions = () =>
    page.evaluate(`document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 1)
      .map((one) => one.animationName ?? one.transitionProperty)`)
  const seen = async () => {
    await page.evaluate(`globalThis.moved = []; const look = () => {
      for (const one of document.getAnimations())
        if (one.effect.getComputedTiming().activeDuration > 1) moved.push(one.animationName ?? one.transitionProperty)
      requestAnimationFrame(look)
    }; look()`)
    return async () => new Set((await page.evaluate('moved')) as string[])
  }
  const use = async () => {
    const { bell, count, items, settings, workflows } = inboxOn(page)
    const letGo = await hold(page, '/notifications/feed*')
    await openPlayground(page, person)
    await expect(count).toHaveText(/\d/)
    const moved = await seen()
    const before = Number(await count.textContent())
    await question.trigger(person, { n: 9 })
    await expect(count).toHaveText(String(before + 1))
    await expect(page.locator('.nc-bell-picture')).toBeVisible()
    await bell.click()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    letGo()
    await expect(items.first()).toBeVisible()
    await settings.click()
    await workflows.first().getByRole('button').click()
    await expect(workflows.first().getByRole('switch').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await question.trigger(person, { n: 10 })
    await expect(count).toHaveText('1')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return moved()
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect([...(await use())]).toEqual(expect.arrayContaining(['nc-ring', 'nc-breathe', 'opacity']))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect([...(await use())]).toEqual([])
  expect(await motions()).toEqual([])
})

test('where colors are forced, what is unread, chosen and turned on can still be told', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { person } = await newReader()
  await openPlayground(page, person, { tabs: 'all,unread' })
  const { bell, item, settings, tab, workflows } = inboxOn(page)
  await bell.click()
  await expect(item('Question 3')).toHaveCSS('outline-style', 'solid')
  await item('Question 3').getByRole('button', { name: 'Question 3' }).click()
  await expect(item('Question 3')).toHaveCSS('outline-style', 'none')
  const look = (name: string) =>
    tab(name).evaluate((element) => {
      const view = element.ownerDocument.defaultView
      return ['', '::after', '::before'].map((pseudo) => {
        const { backgroundColor, borderBlockEnd, outline, color } = view.getComputedStyle(element, pseudo || undefined)
        return [backgroundColor, borderBlockEnd, outline, color].join(' ')
      })
    })
  expect(await look('all')).not.toEqual(await look('unread'))
  await settings.click()
  const choices = workflows.filter({ hasText: 'Read aloud' }).first()
  await choices.getByRole('button').click()
  const toggle = choices.getByRole('switch', { name: 'Email' })
  const track = toggle.locator('+ span')
  const background = () =>
    track.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor)
  const on = await background()
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  expect(await background()).not.toBe(on)
  await expect(track).toHaveCSS('border-top-width', '1px')
  await expect(choices).toHaveCSS('border-top-width', '1px')
})
