import { expect, type Locator, type Page, test } from '@playwright/test'
import { demo, people, signIn, speak } from './support/demo.ts'
import { type Look, looking } from './support/look.ts'

// axe on every page and what opens on it: whole at both widths, and contrast again in the other color scheme, within
// one session whose pages are changed as the app changes them.

/** A page, and the names of buttons that open something on it. */
type Stop = readonly [path: string, ...opens: (string | RegExp)[]]

const publicStops: Stop[] = [
  ['/signin'],
  ['/register'],
  ['/forgot-password'],
  ['/auth/error?error=Configuration'],
  ['/no-such-page'],
]

const company = () => `/companies/${demo().companies[0]?.id}`
const ownStops: Stop[] = [
  ['/dashboard'],
  ['/companies', 'Create company'],
  ['/profile'],
  ...['notifications', 'data', 'security'].map((tab): Stop => [`/profile?tab=${tab}`]),
]
const companyStops = (): Stop[] => [
  [company()],
  [`${company()}?tab=members`, 'Invite people'],
  [`${company()}?tab=teams`, 'Add team'],
  [`${company()}?tab=labels`, 'Add label'],
  ...['chat', 'privacy', 'branding', 'security', 'audit', 'danger'].map((tab): Stop => [`${company()}?tab=${tab}`]),
]
const channelStops: Stop[] = [
  ['/integrations/whatsapp', 'With a token'],
  ['/integrations/whatsapp?tab=signup'],
  ['/company/contacts', 'Filter', 'New contact'],
  ['/company/contacts/imports'],
  ['/company/contacts/lists'],
  ['/company/campaigns?view=month', 'Filter'],
  ['/company/campaigns?view=week'],
  ['/company/messages', 'Filter', 'Columns and density', 'Export'],
  ['/integrations/whatsapp/templates', 'New template', 'From library'],
]
const editorStops = (): Stop[] =>
  Object.entries({
    hours: 'Add business hours',
    canned: 'Add reply',
    macros: 'Add macro',
    sla: 'Add policy',
    attributes: 'Add field',
  }).map(([tab, name]) => [`${company()}?tab=${tab}`, name])
const platformStops: Stop[] = [
  ['/dashboard'],
  ['/all-companies'],
  ['/all-campaigns'],
  ['/admin/company-permissions'],
  ['/admin/users/customers', 'New customer'],
  ['/admin/users/customer-support', 'New support member'],
  ['/admin/users/admins', 'New admin'],
  ['/support/companies'],
  ['/admin/whatsapp-channels', 'Incident mode'],
  ['/admin/messages'],
  ['/admin/campaigns', 'New announcement'],
  ['/admin/settings'],
  ['/admin/audit'],
  ['/admin/system'],
  ['/admin/webhook-callback/templates', 'Add a system'],
  ...['card', 'proof', 'events', 'recipes', 'changes', 'uses'].map(
    (tab): Stop => [`/admin/webhook-callback/templates/shopify?tab=${tab}`],
  ),
]
const operatorStops: Stop[] = [
  ['/whatsapp'],
  ['/whatsapp/templates'],
  ['/whatsapp/embedded-signup'],
  ['/whatsapp/chat'],
]

const visit = async ({ page, go, look }: Look, stops: readonly Stop[]) => {
  for (const [path, ...opens] of stops) {
    await go(path)
    await look(path)
    for (const name of opens) {
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click()
      const opened = page.getByRole('dialog').or(page.getByRole('menu'))
      await expect(opened).toBeVisible()
      await look(`${path}: ${name}`, true)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
  }
}

const first = async ({ request }: Page, path: string) => (await (await request.get(path)).json()).data[0]

// One journey looks at many pages.
test.describe.configure({ timeout: 1_200_000 })

/** The calendar of a field and the times of another, as they open in a drawer. */
const lookAtDaysAndTimes = async ({ page, go, look }: Look) => {
  await go(`${company()}?tab=hours`)
  await page.getByRole('button', { name: 'Add business hours' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Add business hours' })
  await drawer.getByRole('textbox', { name: 'Date' }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await look('a calendar', true)
  await drawer.getByRole('textbox', { name: 'Name' }).first().click()
  await drawer.getByRole('combobox', { name: /from/i }).first().click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('the times of a day', true)
}

test('axe finds nothing on the public pages', async ({ page }) => {
  await speak(page.context(), 'en')
  await visit(await looking(page), publicStops)
})

test('axe finds nothing on the pages of one person and of a company', async ({ page }) => {
  await signIn(page.context(), people.ana)
  const it = await looking(page)
  await visit(it, ownStops)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await it.look('two-step verification')
  await visit(it, [...companyStops(), ...editorStops()])
  await lookAtDaysAndTimes(it)
})

const lookAtNumbers = async (it: Look) => {
  await visit(it, channelStops)
  const template = (await first(it.page, '/api/v1/templates')).languages[0].id
  const channel = (await first(it.page, '/api/v1/channels')).id
  const tabs = ['profile', 'routing', 'conversational', 'optOut', 'limits', 'links', 'webhooks', 'danger'].map(
    (tab): Stop => [`/integrations/whatsapp/${channel}?tab=${tab}`],
  )
  await visit(it, [
    [`/integrations/whatsapp/templates/${template}`],
    [`/integrations/whatsapp/templates/${template}?tab=versions`],
    [`/integrations/whatsapp/${channel}`],
    ...tabs,
  ])
}

const keys = {
  t: 'templates',
  s: 'snooze',
  a: 'assign',
  l: 'labels',
  m: 'macros',
  '?': 'the help',
  'Control+k': 'the palette',
}
const menus = [
  'More actions',
  'Send something else',
  'More ways to send',
  /^View:/,
  /^Your status:/,
  'New conversation',
]

const lookAtChat = async ({ page, go, look }: Look) => {
  await go('/integrations/whatsapp/chat')
  await look('the list of conversations')
  await go('/integrations/whatsapp/chat?view=all&search=Joana')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /Joana/ }).first().click()
  await expect(page.getByRole('log')).toBeVisible()
  await look('a conversation')
  const dialogs = page.getByRole('dialog')
  const lookAtOpened = async (what: string, opened: Locator) => {
    await expect(opened.first()).toBeVisible()
    await look(what, true)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
  for (const [key, what] of Object.entries(keys)) {
    await page.keyboard.press(key)
    await lookAtOpened(what, dialogs.or(page.getByRole('listbox')))
  }
  for (const name of menus) {
    await page.getByRole('button', { name }).first().click()
    await lookAtOpened(String(name), dialogs.or(page.getByRole('menu')))
  }
}

test('axe finds nothing on numbers and templates, and in the chat with what opens there', async ({ page }) => {
  await signIn(page.context(), people.ana)
  const it = await looking(page)
  await lookAtNumbers(it)
  await lookAtChat(it)
})

test('axe finds nothing on the pages of the platform and of operators, nor in the account of someone else', async ({
  page,
}) => {
  await signIn(page.context(), people.admin)
  const it = await looking(page)
  await visit(it, [...platformStops, ...operatorStops])
  await it.go('/admin/users/customers')
  await page.getByRole('row', { name: /Bruno Melo/ }).click()
  await it.look('a customer')
  await page.getByRole('button', { name: 'Access account' }).click()
  await it.look('entering as a customer')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Looking into a number that fails')
  await page
    .getByRole('dialog', { name: "Access Bruno Melo's account" })
    .getByRole('button', { name: 'Access account' })
    .click()
  await expect(page.getByRole('region', { name: "You're using someone else's account" })).toBeVisible()
  await it.look('the account of somebody else')
})

/** An endpoint to which nothing is sent but a test event. */
const makeEndpoint = async ({ request }: Page): Promise<string> => {
  const data = { url: 'https://erp.example.com/hooks', description: 'ERP', events: ['template.status_changed'] }
  const made = await (await request.post('/api/v1/webhook-endpoints', { data })).json()
  const sent = await request.post(`/api/v1/webhook-endpoints/${made.id}/tests`, { data: { event: 'message.received' } })
  expect(sent.ok(), await sent.text()).toBe(true)
  return made.id
}

test('axe finds nothing on automations and on what connects other systems', async ({ page }) => {
  await signIn(page.context(), people.ana)
  const it = await looking(page)
  const automation = await first(page, '/api/v1/automations?state=active')
  const run = await first(page, `/api/v1/automations/${automation.id}/runs?state=completed`)
  const system = (await first(page, '/api/v1/webhook-integrations')).id
  const endpoint = await makeEndpoint(page)
  const actions = `/company/actions/${automation.id}`
  await visit(it, [
    ['/company/actions', 'New automation'],
    [actions, /^Add a step after Who enters/],
    ...['runs', 'entries'].map((tab): Stop => [`${actions}?tab=${tab}`]),
    [`/company/actions/runs/${run.id}`],
    ['/company/webhook-integrations', 'Connect a system'],
    ...['setup', 'map', 'actions', 'log'].map((tab): Stop => [`/company/webhook-integrations/${system}?tab=${tab}`]),
    ['/company/apis', 'New API key'],
    ['/company/apis/usage'],
    ['/company/apis/webhooks', 'Add endpoint'],
    ...['log', 'setup'].map((tab): Stop => [`/company/apis/webhooks/${endpoint}?tab=${tab}`]),
  ])
  await it.go(actions)
  await page.getByRole('button', { name: /^If \/ else/ }).click()
  await it.look('a step and its fields')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await it.look('the test of an automation')
})

for (const language of ['en', 'pt'])
  for (const name of ['', '/quick-start', '/errors'])
    test(`axe finds nothing on the documentation for developers: ${language}${name}`, async ({ page }) => {
      const it = await looking(page)
      await it.go(`/docs/${language}${name}`)
      await it.look(`/docs/${language}${name}`)
    })

test('axe finds nothing on the administration of notifications', async ({ page }) => {
  await signIn(page.context(), people.admin)
  const it = await looking(page)
  const base = '/admin/notifications'
  const rowOf = (list: string) => first(page, `/api/v1${base}/${list}`)
  const [workflow, run, subscriber] = [await rowOf('workflows'), await rowOf('runs'), await rowOf('subscribers')]
  await visit(it, [
    ...['workflows', 'activity', 'subscribers', 'logs'].map((name): Stop => [`${base}/${name}`]),
    [`${base}/integrations`, /^Recado Email.* settings/, /^Custom SMTP/],
    ...['', '?tab=preview', '?tab=test', '?tab=versions'].map(
      (tab): Stop => [`${base}/workflows/${workflow.id}${tab}`],
    ),
    [`${base}/activity/${run.id}`],
    [`${base}/subscribers/${subscriber.subscriberId}`],
  ])
  await it.go(`${base}/workflows/${workflow.id}/edit`)
  await page.getByRole('button', { name: /^1\. / }).click()
  await page.getByRole('button', { name: 'Add condition' }).first().click()
  await it.look('the form of a workflow')
})
