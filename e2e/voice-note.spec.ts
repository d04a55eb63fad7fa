import { expect, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { newCustomer, phoneMessages, waIdOf, write } from './support/sandbox.ts'

test.use({ permissions: ['microphone'] })

test('a voice note is recorded, listened to and arrives as one', async ({ page }) => {
  const [customer, other] = [newCustomer(), newCustomer()]
  await write(other, 'And me?')
  await write(customer, 'Can you explain?')
  await signIn(page.context(), people.bruno)
  await page.goto('/integrations/whatsapp/chat')
  await page
    .getByRole('button', { name: new RegExp(customer.name) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Record voice message' }).click()
  const recorder = page.getByRole('region', { name: 'Voice message' })
  await expect(recorder.getByRole('timer')).toHaveText(/^0:(0[1-9]|[1-5]\d)$/)
  // Looking at another conversation pauses it.
  const conversation = ({ name }: { name: string }) => page.getByRole('button', { name: new RegExp(name) }).first()
  await conversation(other).click()
  await expect(page.getByRole('log').getByText('And me?')).toBeVisible()
  await expect(recorder).toHaveCount(0)
  await conversation(customer).click()
  await expect(recorder.getByRole('timer')).toHaveText(/^0:(0[1-9]|[1-5]\d)$/)
  await recorder.getByRole('button', { name: 'Continue recording' }).click()
  await recorder.getByRole('button', { name: 'Pause' }).click()
  await recorder.getByRole('button', { name: 'Continue recording' }).click()
  await recorder.getByRole('button', { name: 'Stop and listen' }).click()
  await expect(recorder.getByRole('button', { name: 'Play' })).toBeVisible()
  await recorder.getByRole('button', { name: 'Send' }).click()
  const sent = async () => (await phoneMessages(waIdOf(customer.phone))).filter((m) => m.direction === 'out')
  await expect.poll(async () => (await sent()).map(({ type }) => type)).toEqual(['audio'])
  expect((await sent())[0]?.message).toMatchObject({ audio: { voice: true } })
  await expect(page.getByRole('log').getByRole('button', { name: 'Play' })).toBeVisible()
})
