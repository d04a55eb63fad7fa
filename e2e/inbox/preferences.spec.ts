import { expect, type Page, test } from '@playwright/test'
import type { InApp, Person, WorkflowOptions } from '../../packages/inbox/playground/server/recado.ts'
import { stopTime } from '../support/clock.ts'
import { askService, inboxOn, newPerson, newWorkflow, openPlayground } from './support/inbox.ts'
import { hold, watchCalls } from './support/watch.ts'

// What a route still answers when a test ends no longer matters.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Item = {
  template: { _id: string; name: string; critical: boolean }
  preference: { enabled: boolean; channels: Record<string, boolean> }
}

/** A workflow with two channels. */
const newChoice = (name: string, options: WorkflowOptions = {}, inApp: InApp = { content: 'News' }) =>
  newWorkflow(inApp, { name, withEmail: true, ...options })

const toldChannels = async (person: Person, { _id }: { _id: string }) => {
  const { data } = await askService<{ data: Item[] }>(person, '/preferences')
  return data.find(({ template }) => template._id === _id)?.preference.channels
}

/** Lets the service tell of other preferences than it has. */
const changeTold = (page: Page, path: string, change: (data: never) => unknown) =>
  page.route(`**/v1/widgets${path}`, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: change(data as never) } })
  })

/** The panel, and the workflow of a name in it. */
const panelOn = (page: Page) => {
  const { part } = inboxOn(page)
  const opened = (item: ReturnType<typeof part>) => ({
    item,
    header: item.getByRole('button'),
    channels: item.locator('[data-test-id="workflow-active-channels"]'),
    rows: item.locator('[data-test-id="channel-preference-item"]'),
    toggle: (channel: string) => item.getByRole('switch', { name: channel, exact: true }),
    toggles: item.getByRole('switch'),
    saved: item.getByText('Saved', { exact: true }),
    loader: item.locator('[data-test-id="channel-preference-item-loader"]'),
    refused: item.getByRole('alert'),
  })
  return {
    area: part('preferences-area'),
    workflow: ({ name }: { name: string }) => opened(part('workflow-list-item').filter({ hasText: name })),
    everything: opened(part('global-preference-item')),
  }
}

const openPanel = async (page: Page, person: Person, opened?: { name: string }) => {
  await openPlayground(page, person, { kind: 'preferences' })
  const panel = panelOn(page)
  if (opened) await panel.workflow(opened).header.click()
  return panel
}

test('the panel reads the preferences once it is there; its items are 65 px high and one is open at a time', async ({
  page,
}) => {
  const person = newPerson()
  const [order, offer] = [await newChoice('Order sent'), await newChoice('Offer')]
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const calls = watchCalls(page)
  await openPlayground(page, person)
  const { bell, settings } = inboxOn(page)
  await bell.click()
  await page.waitForLoadState('networkidle')
  expect(calls.of(/\/preferences/)).toEqual([])
  const letGo = await hold(page, '/preferences')
  await settings.click()
  const { area, workflow } = panelOn(page)
  await expect(area.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect((await area.boundingBox())?.height).toBeCloseTo(400, 1)
  letGo()
  const [first, second] = [workflow(order), workflow(offer)]
  await expect(first.channels).toHaveText('In App, Email')
  expect(calls.of('GET /preferences')).toHaveLength(1)
  expect((await area.boundingBox())?.height).toBeCloseTo(400, 1)
  expect((await first.item.boundingBox())?.height).toBeCloseTo(65, 1)
  await expect(first.item.locator('.nc-accordion-panel')).toHaveCSS('transition', 'grid-template-rows 0.2s')

  await first.header.click()
  await expect(first.rows).toHaveText(['In App', 'Email'])
  await expect(first.item.getByRole('separator')).toBeVisible()
  await expect(first.rows.first().locator('svg')).toBeVisible()
  await expect(first.header).toHaveAttribute('aria-expanded', 'true')
  await second.header.click()
  await expect(second.toggle('Email')).toBeVisible()
  await expect(first.toggle('Email')).toBeHidden()
  await expect(first.header).toHaveAttribute('aria-expanded', 'false')
  expect((await first.item.boundingBox())?.height).toBeCloseTo(65, 1)
  await second.header.click()
  await expect(second.toggles).toHaveCount(0)
  expect(calls.of('GET /preferences')).toHaveLength(1)
})

test('a toggle shows at once, holds the others still while it is saved, and says Saved for 1.5 seconds', async ({
  page,
}) => {
  await page.clock.install()
  const person = newPerson()
  const order = await newChoice('Order sent')
  const { workflow, everything } = await openPanel(page, person, order)
  const { channels, loader, rows, saved, toggle, toggles } = workflow(order)
  const calls = watchCalls(page)
  const letGo = await hold(page, `/preferences/${order._id}`)
  await toggle('Email').click()
  await expect(toggle('Email')).not.toBeChecked()
  await expect(channels).toHaveText('In App')
  await expect(loader).toBeVisible()
  await expect(toggle('In App')).toBeDisabled()
  await everything.header.click()
  for (const other of await everything.toggles.all()) await expect(other).toBeDisabled()
  await workflow(order).header.click()
  await toggle('Email').click()
  await expect(toggle('Email'), 'what is on its way stays').not.toBeChecked()
  await expect(saved).toHaveCount(0)
  expect(await toldChannels(person, order)).toEqual({ in_app: true, email: true })

  await stopTime(page)
  letGo()
  await expect(saved).toBeVisible()
  await expect(rows.filter({ hasText: 'Saved' })).toContainText('Email')
  await expect(loader).toHaveCount(0)
  for (const one of await toggles.all()) await expect(one).toBeEnabled()
  await page.clock.runFor(1490)
  await expect(saved).toBeVisible()
  await page.clock.runFor(20)
  await expect(saved).toHaveCount(0)
  await expect(toggle('Email')).not.toBeChecked()
  const [patch, ...more] = calls.of(`PATCH /preferences/${order._id}`)
  expect(patch?.body).toEqual({ channel: { type: 'email', enabled: false } })
  expect(more).toEqual([])
  expect(await toldChannels(person, order)).toEqual({ in_app: true, email: false })
})

test('critical workflows, those without channels and those that the page hides are not listed; a channel of tomorrow is passed over', async ({
  page,
}) => {
  const [plain, password, mute, hidden] = [
    await newChoice('Plain'),
    await newChoice('Password', { critical: true }),
    await newChoice('Without channels'),
    await newChoice('Hidden'),
  ]
  const channelsOf: Record<string, Record<string, boolean>> = {
    [mute._id]: {},
    [plain._id]: { in_app: true, carrier_pigeon: true, email: true },
  }
  await changeTold(page, '/preferences', (items: Item[]) =>
    items.map(({ template, preference }) => ({
      template,
      preference: { ...preference, channels: channelsOf[template._id] ?? preference.channels },
    })),
  )
  await openPlayground(page, newPerson(), { kind: 'element', open: true })
  const { bell, settings, workflows } = inboxOn(page)
  const { workflow } = panelOn(page)
  await bell.click()
  await settings.click()
  await expect(workflow(plain).channels).toHaveText('In App, Email')
  await expect(workflow(hidden).item).toBeVisible()
  for (const absent of [password, mute]) await expect(workflow(absent).item).toHaveCount(0)
  await workflow(plain).header.click()
  await expect(workflow(plain).rows).toHaveText(['In App', 'Email'])

  await page.locator('notification-center-component').evaluate((element, name) => {
    Object.assign(element, { preferenceFilter: (item: Item) => item.template.name !== name })
  }, hidden.name)
  await expect(workflow(hidden).item).toHaveCount(0)
  await expect(workflows).not.toHaveCount(0)
})

test('a channel that is turned off for everything is off in every workflow, and comes back as it was', async ({
  page,
}) => {
  const person = newPerson()
  const order = await newChoice('Order sent')
  const { everything, workflow } = await openPanel(page, person)
  const calls = watchCalls(page)
  await everything.header.click()
  await expect(everything.toggle('Email')).toBeChecked()
  await everything.toggle('Email').click()
  await expect(everything.saved).toBeVisible()
  expect(calls.of('PATCH /preferences').map(({ body }) => body)).toEqual([
    { preferences: [{ channelType: 'email', type: 'email', enabled: false }] },
  ])
  await expect(workflow(order).channels).toHaveText('In App')
  await workflow(order).header.click()
  await expect(workflow(order).toggle('Email')).toBeDisabled()
  await expect(workflow(order).toggle('Email')).not.toBeChecked()
  await expect(workflow(order).toggle('In App')).toBeEnabled()
  type Global = { data: { preference: { channels: Record<string, boolean> } }[] }
  const { data } = await askService<Global>(person, '/preferences/global')
  expect(data[0]?.preference.channels).toMatchObject({ email: false, in_app: true })

  await page.reload()
  await expect(workflow(order).channels).toHaveText('In App')
  await everything.header.click()
  await everything.toggle('Email').click()
  await expect(workflow(order).channels).toHaveText('In App, Email')
})
