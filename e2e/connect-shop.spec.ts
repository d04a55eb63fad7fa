import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'
import { newCustomer, phoneMessages, waIdOf } from './support/sandbox.ts'
import { like, textsOf } from './support/texts.ts'

// A company connects its Shopify shop, says what the shop's events mean, and thanks everyone who pays for an order by an
// automation. The shop is played by this test: it signs what it posts as Shopify does.

type Customer = ReturnType<typeof newCustomer>

/** An order as Shopify tells of it. Shops that ask for a phone at the delivery address alone have none elsewhere. */
const orderOf = ({ name, phone }: Customer, number: number) => ({
  id: 5_678_900_000_000 + number,
  name: `#${number}`,
  order_number: number,
  email: `${phone}@example.test`,
  phone: null,
  created_at: new Date().toISOString(),
  currency: 'BRL',
  total_price: '279.90',
  current_total_price: '259.90',
  financial_status: 'paid',
  payment_gateway_names: ['Pix'],
  customer: { id: 706_405_506_930, first_name: name.split(' ')[0], last_name: name.split(' ')[1], phone: null },
  shipping_address: { name, phone: `+${phone}`, city: 'Recife', province_code: 'PE', country_code: 'BR' },
  line_items: [
    { id: 1, title: 'Cesta de café da manhã', quantity: 1, price: '189.90' },
    { id: 2, title: 'Bolo de rolo', quantity: 2, price: '45.00' },
  ],
})

/** Something that Shopify posts, as often as it likes to. */
const deliveryOf = (secret: string, order: object) => {
  const body = JSON.stringify(order)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': 'orders/paid',
    'x-shopify-shop-domain': 'emporio-boa-vista.myshopify.com',
    'x-shopify-api-version': '2026-01',
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
  }
  return async (address: string) => (await fetch(address, { method: 'POST', headers, body })).status
}

const fromOrder = 'filters:field.event.order_number'
const fromContact = 'automation/automations:placeholder.contact.first_name'

/** What the shop's own words are, and which template is filled in by what: from the menu of values, or typed. */
const chosen = {
  en: {
    secretLabel: 'Signing secret',
    template: 'order_ready',
    picked: [['order number', fromOrder]],
    typed: [],
    message: (number: number) => `Hi Customer, your order ${number} is ready for pickup. See you soon!`,
  },
  pt: {
    secretLabel: 'Chave de assinatura',
    template: 'pedido_pronto',
    picked: [
      ['Cabeçalho, variável 1', fromOrder],
      ['Variável 1', fromContact],
      ['Variável 2', fromOrder],
      ['Link do botão “Ver pedido”', fromOrder],
    ],
    typed: [['Variável 3', '19h']],
    message: (number: number) =>
      `Olá Customer! Seu pedido ${number} está pronto para retirada na loja até as 19h de hoje.`,
  },
} as const

const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

for (const language of ['en', 'pt'] as const)
  test(`a shop is connected, and whoever pays for an order is thanked once (${language})`, async ({
    page,
    context,
  }) => {
    await signIn(context, people.ana, language)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const t = textsOf(language)
    const { go, look } = await looking(page)
    const press = (name: string) => page.getByRole('button', { name: t(name), exact: true }).click()
    const [first, second] = [newCustomer(), newCustomer()]
    const number = randomInt(10_000, 90_000)
    const shop = `Shopify ${number}`
    const automation = `Pedidos pagos ${number}`
    const timeout = 90_000
    const secret = randomUUID()
    const { secretLabel, template, picked, typed, message } = chosen[language]

    await go('/company/webhook-integrations')
    await press('integrations/webhooks:connect')
    await page.getByRole('dialog').getByRole('button', { name: 'Shopify' }).click()
    const drawer = page.getByRole('dialog', { name: 'Shopify' })
    await drawer.getByLabel(t('integrations/webhooks:name'), { exact: true }).fill(shop)
    await drawer.getByRole('button', { name: t('integrations/webhooks:connectOne') }).click()
    const made = page.getByRole('dialog', { name: shop })
    await look('the address', true)
    await made
      .getByRole('button', { name: t('integrations/webhooks:copy', { name: t('integrations/webhooks:url') }) })
      .click()
    const address = String(await page.evaluate('navigator.clipboard.readText()'))
    await expect(made.getByText(address, { exact: true })).toBeVisible()
    await made.getByRole('button', { name: t('integrations/webhooks:goOn') }).click()

    await expect(page.getByRole('heading', { level: 1, name: shop })).toBeVisible()
    await page.getByRole('textbox', { name: secretLabel }).fill(secret)
    await press('integrations/webhooks:secretsSave')
    await press('integrations/webhooks:listen.start')
    await expect(page.getByText(t('integrations/webhooks:listen.waiting'))).toBeVisible()
    await look('how a shop is connected')
    expect(await deliveryOf('of another shop', orderOf(first, number))(address)).toBe(401)
    expect(await deliveryOf(secret, orderOf(first, number))(address)).toBe(200)
    await expect(page.getByText(t('integrations/webhooks:listen.came', { event: 'orders/paid' }))).toBeVisible()
    await page.getByRole('link', { name: t('integrations/webhooks:listen.map') }).click()

    // What Shopify leaves empty in most shops is where the map looks at first.
    await expect(page.getByText(t('integrations/webhooks:person.needs_phone'))).toBeVisible()
    const sample = page.getByRole('region', { name: t('integrations/webhooks:sample') })
    for (const [field, path] of [
      ['phone', '$.shipping_address.phone'],
      ['name', '$.shipping_address.name'],
      ['order_number', '$.order_number'],
      ['amount', '$.current_total_price'],
    ] as const) {
      const name = t(`integrations/webhooks:field.${field}`)
      await choose(page, t('integrations/webhooks:fieldToPick'), name)
      await sample.getByTitle(t('integrations/webhooks:pick', { path }), { exact: true }).click()
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(path)
    }
    await expect(page.getByText(t('integrations/webhooks:person.new'))).toBeVisible()
    await expect(page.getByText('259.9', { exact: true })).toBeVisible()
    await look('the fields of a shop')
    await press('common:save')
    await expect(page.getByText(t('integrations/webhooks:saved'), { exact: true })).toBeVisible()
    await page.getByRole('switch', { name: t('integrations/webhooks:enabled') }).press('Space')
    await expect(page.getByText(t('integrations/webhooks:summary.on'))).toBeVisible()

    await go('/company/actions')
    await press('automation/automations:new.title')
    await page
      .getByRole('dialog')
      .getByLabel(t('automation/automations:column.name'), { exact: false })
      .fill(automation)
    await look('a new automation', true)
    await press('common:create')
    await expect(page.getByRole('heading', { level: 1, name: automation })).toBeVisible()
    await choose(
      page,
      t('automation/automations:trigger.title'),
      t('automation/automations:trigger.webhook_event.name'),
    )
    await choose(
      page,
      t('automation/automations:trigger.webhook_event.events'),
      t('contacts/contact:systems.order.paid'),
    )
    await page.keyboard.press('Escape')
    await choose(page, t('automation/automations:trigger.webhook_event.systems'), shop)
    await page.keyboard.press('Escape')
    const who = t('automation/automations:conditions.title')
    await page.getByRole('button', { name: t('canvas:insertAfter', { step: who }), exact: true }).click()
    await look('what can be done', true)
    await page
      .getByRole('button', { name: new RegExp(`^${t('automation/automations:node.send_template.name')}`) })
      .click()
    await choose(page, t('automation/automations:sender.title'), /./)
    await choose(page, t('automation/automations:template.title'), new RegExp(`^${template}\\b`))
    for (const [field, value] of picked) {
      await page.getByRole('button', { name: t('automation/automations:placeholder.insert', { field }) }).click()
      await page.getByRole('menuitem', { name: t(value), exact: true }).click()
    }
    for (const [field, value] of typed) await page.getByRole('textbox', { name: field, exact: true }).fill(value)
    await expect(page.getByText(t('automation/automations:saving.saved'), { exact: true })).toBeVisible()
    await look('the template')
    // On a phone the fields of a step are opened by it.
    await page.setViewportSize({ width: 390, height: 844 })
    await page
      .getByRole('button', { name: new RegExp(`^${t('automation/automations:node.send_template.name')}`) })
      .click()
    await expect(page.getByRole('dialog', { name: t('automation/automations:settings') })).toBeVisible()
    await look('the template on a phone', true)
    await press('automation/automations:publish.submit')
    const publishing = page.getByRole('dialog', {
      name: t('automation/automations:publish.title', { name: automation }),
    })
    await look('publishing', true)
    await publishing.getByRole('button', { name: t('automation/automations:publish.submit') }).click()
    await expect(page.getByText(t('automation/automations:state.active'), { exact: true })).toBeVisible()

    const paid = deliveryOf(secret, orderOf(second, number + 1))
    expect(await paid(address)).toBe(200)
    expect(await paid(address)).toBe(200)
    await page.getByRole('tab', { name: t('automation/automations:tab.runs') }).click()
    const run = page.getByRole('row', { name: second.name })
    await expect(run).toContainText(t('automation/automations:runState.completed'), { timeout })
    await expect(page.getByRole('row', { name: like('Customer {{number}}') })).toHaveCount(1)
    await look('the runs')
    await run.getByRole('link').click()
    await expect(page.getByText(t('automation/automations:ending.finished'))).toBeVisible()
    const done = page.getByRole('list', { name: t('automation/automations:run.timeline') })
    await expect(done).toContainText(message(number + 1))
    await look('the run')

    const received = async (customer: Customer) =>
      (await phoneMessages(waIdOf(customer.phone))).filter(({ type }) => type === 'template')
    await expect.poll(async () => (await received(second)).length).toBe(1)
    expect(JSON.stringify(await received(second))).toContain(String(number + 1))
    // The first order came before anything was to be done about orders.
    expect(await received(first)).toEqual([])

    await page.getByRole('link', { name: second.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: second.name })).toBeVisible()
    await expect(page.getByText(`${t('contacts/contact:systems.order.paid')} · ${number + 1}`)).toBeVisible()
    await expect(page.getByText(/Bolo de rolo · R\$\s?259[.,]90/)).toBeVisible()
    await expect(page.getByText(shop, { exact: true })).toBeVisible()
    await look('the timeline of a buyer')

    await go('/company/webhook-integrations')
    await page.getByRole('link', { name: shop }).click()
    await page.getByRole('tab', { name: t('integrations/webhooks:tabs.log') }).click()
    const log = page.getByRole('table')
    for (const state of ['processed', 'duplicate', 'suspended', 'rejected'])
      await expect(log.getByText(t(`integrations/webhooks:state.${state}`), { exact: true })).toHaveCount(1)
    await look('what came in')
    await log.getByText(t('integrations/webhooks:state.processed'), { exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'orders/paid' })).toContainText('Shopify')
    await look('something that came in', true)
    expect(await received(second)).toHaveLength(1)
  })
