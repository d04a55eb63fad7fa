import { randomUUID } from 'node:crypto'
import { type APIResponse, expect, type Page, test } from '@playwright/test'
import { people, signIn } from './support/demo.ts'
import { looking } from './support/look.ts'

// A campaign that runs slowly is paused, held by the platform, released and canceled; everyone sees what the others did.

const answered = async <T>(answer: APIResponse): Promise<T> => {
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

type List<T> = { data: T[] }
type Named = { id: string; name: string; version: number }

/** A campaign to the regulars of the demo, a message a second, at any hour. */
const launchSlowly = async ({ request }: Page, name: string): Promise<string> => {
  const [channel] = (await answered<List<{ id: string }>>(await request.get('/api/v1/channels'))).data
  const { data } = await answered<List<Named>>(await request.get('/api/v1/campaigns'))
  const earlier = data.find((one) => one.name === 'Cesta de café da manhã')
  const { audience } = await answered<{ audience: object }>(await request.get(`/api/v1/campaigns/${earlier?.id}`))
  const variant = {
    ...{ key: 'A', template: 'cesta_com_desconto', language: { strategy: 'fixed', language: 'pt_BR' }, share: 100 },
    values: { 'body.1': { from: 'field', field: 'name', format: ['first_name'] } },
  }
  const quietHours = { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' }
  const draft = await answered<Named>(
    await request.post('/api/v1/campaigns', {
      data: {
        ...{ name, audience, schedule: { quietHours, perSecond: 1 } },
        content: { channels: [{ channelId: channel?.id }], variants: [variant] },
      },
    }),
  )
  const { version } = draft
  await answered(
    await request.post(`/api/v1/campaigns/${draft.id}/launch`, { data: { version, clientKey: randomUUID() } }),
  )
  return draft.id
}

test('a campaign is paused, held by the platform, released and canceled, live for everyone', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, people.ana)
  const { go, look } = await looking(page)
  const name = `Devagar ${Date.now() % 100_000}`
  const id = await launchSlowly(page, name)
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  const confirm = (label: string) => page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()

  await go(`/company/campaigns/${id}`)
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
  await press('Pause')
  await confirm('Pause campaign')
  await expect(page.getByText('Paused by a person')).toBeVisible()
  await look('a paused campaign')

  const office = await browser.newContext({ locale: 'en-US' })
  await signIn(office, people.admin)
  const desk = await office.newPage()
  await desk.goto('/all-campaigns')
  await desk.getByRole('searchbox', { name: 'Search by campaign or company' }).fill(name)
  await desk.getByRole('row').filter({ hasText: name }).getByText(name).click()
  const drawer = desk.getByRole('dialog', { name })
  await drawer.getByRole('button', { name: 'Hold', exact: true }).click()
  const why = desk.getByRole('dialog', { name: `Hold ${name}?` })
  await why.getByRole('textbox').fill('The list has no source of consent')
  await why.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(desk.getByText('Campaign held')).toBeVisible()

  await expect(page.getByText('Held by Recado')).toBeVisible()
  await expect(page.getByText('The list has no source of consent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeHidden()
  await look('a held campaign')

  await drawer.getByRole('button', { name: 'Release', exact: true }).click()
  await desk
    .getByRole('dialog', { name: `Release ${name}?` })
    .getByRole('button', { name: 'Release', exact: true })
    .click()
  await press('Resume')
  await confirm('Resume campaign')
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
  await press('Cancel campaign')
  await confirm('Cancel campaign')
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Canceled' }).first()).toBeVisible()
  await look('the recipients of a canceled campaign')
  await office.close()
})
