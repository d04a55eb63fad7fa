import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

const list = '/integrations/whatsapp/templates'

test('a ready text is corrected, submitted, rejected with its reason, mended, approved and sent', async ({ page }) => {
  await signIn(page.context(), people.ana)
  await page.goto(list)
  await page.getByRole('button', { name: 'From library' }).click()
  await page.getByRole('button', { name: 'Use this text: appointment_reminder' }).click()
  const name = `visit_${Date.now()}`
  await page.getByRole('textbox', { name: 'Name' }).fill(name.replace('visit_', 'Visít '))
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Hi Ana, your appointment with Dr. Paula')).toBeVisible()
  await text.fill('{{1}} has an appointment tomorrow.')
  await expect(page.getByText("The text can't start or end with a variable.")).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'left to do' })).toBeAttached()

  await text.fill('Hi {{1}}, you won our lottery, come and get your prize tomorrow.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('WhatsApp is reviewing it')).toBeVisible()
  await expect(page.getByText('WhatsApp thinks the text looks like a scam.')).toBeVisible()

  await text.fill('Hi {{1}}, your appointment is tomorrow at noon. Will you be there?')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('main').getByText('Approved', { exact: true }).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Versions' }).click()
  await expect(page.getByText('Version 2')).toBeVisible()
  await expect(page.getByRole('deletion').filter({ hasText: 'lottery' })).toBeVisible()

  const customer = newCustomer()
  await write(customer, 'Do I have an appointment?')
  await page.goto('/integrations/whatsapp/chat')
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect(composer).toBeVisible()
  const { origin } = new URL(page.url())
  const templates = await page.request.get(`${origin}/api/v1/templates?search=${name}`)
  expect((await templates.json()).data).toMatchObject([{ name, languages: [{ status: 'APPROVED' }] }])
  const conversationId = /chat.*?([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const sent = await page.request.post(`/api/v1/conversations/${conversationId}/messages`, {
    data: {
      type: 'template',
      clientKey: crypto.randomUUID(),
      template: { name, language: 'en_US', values: { 'body.1': 'Bia' } },
    },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  await expect(page.getByRole('log').getByText('Hi Bia, your appointment is tomorrow at noon.')).toBeVisible()
  await expect
    .poll(async () => (await phoneMessages(waIdOf(customer.phone))).map(({ direction }) => direction))
    .toEqual(['in', 'out'])
})
