import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { foldAll, startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { act, type CampaignHome, campaignsOf, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { eventually, linkComponents, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

const ORIGIN = 'http://localhost:5000'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1'

let world: WhatsappWorld
let running: { stop: () => Promise<void> }[] = []
beforeAll(async () => {
  world = await startWhatsappWorld()
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
})
afterAll(async () => {
  await world.forgetSends()
  await world.close()
})

const values = {
  'body.1': { from: 'text', text: 'https://shop.example/sale' },
  'body.2': { from: 'field', field: 'name' },
  'button.0': { from: 'field', field: 'attributes.page', missing: { action: 'skip' } },
  'button.1': { from: 'text', text: 'home' },
}

/** A draft with a link in its text, one on a button that each has for themselves, and one that cannot be followed. */
const drafted = async (count: number, content: object = {}, more: object = {}) => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  await world.deps.database.db.insert(templates).values({
    ...{
      id: newId(),
      companyId: home.company.id,
      waAccountId: home.channel.waAccountId,
      metaId: newId(),
      name: 'sale',
    },
    ...{ language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components: linkComponents },
  })
  const people = await campaigns.people(home, count)
  for (const [index, { id }] of people.entries())
    await world.deps.database.db
      .update(contacts)
      .set({ attributes: { page: index === 0 ? 'no page' : `https://shop.example/p/${index}?a=1&b=ç` } })
      .where(eq(contacts.id, id))
  const variant = { key: 'A', template: 'sale', language: { strategy: 'fixed', language: 'pt_BR' }, values, share: 100 }
  const campaign: Campaign = (
    await home.browser.post('/api/v1/campaigns', {
      name: 'Sale',
      audience: { sources: [{ kind: 'contacts', ids: people.map(({ id }) => id) }] },
      content: { channels: [{ channelId: home.channel.id }], variants: [{ ...variant, ...content }], ...more },
      schedule: { quietHours: { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' } },
    })
  ).json()
  return { campaigns, home, people, campaign }
}

type Sent = { body: string; contactId: string; buttons: { url: string }[]; parameters: string[] }
const messagesOf = async ({ company }: CampaignHome): Promise<Sent[]> => {
  const { rows } = await world.deps.database.db.execute<Sent>(sql`
    select m.body, m.contact_id as "contactId", m.payload -> 'template' -> 'buttons' as buttons,
      jsonb_path_query_array(m.payload, '$.template.components[*] ? (@.type == "button").parameters[*].text') as parameters
    from messages m where m.company_id = ${company.id} and m.direction = 'out' order by m.body`)
  return rows
}

const click = (address: string) =>
  world.app.inject({ method: 'GET', url: new URL(address).pathname, headers: { 'user-agent': phone } })

const addressIn = (text: string) => /http:\/\/localhost:5000\/l\/\w+/.exec(text)?.[0] ?? ''

test('links in texts and on buttons lead each recipient to their page, and clicks are counted by link', async () => {
  const { home, people, campaign } = await drafted(4)
  const preview = await act(home.browser, campaign.id, 'audience/preview')
  expect(preview).toMatchObject({ willSend: 3, excluded: [{ reason: 'value_missing', count: 1 }] })
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, campaign)
  const done = await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  expect(done.state).toBe('completed')
  expect(done.waterfall).toMatchObject({ willSend: 3, excluded: [{ reason: 'value_missing', count: 1 }] })

  const sent = await messagesOf(home)
  const all = sent.flatMap(({ body, buttons }) => [addressIn(body), buttons[0]?.url ?? ''])
  expect(new Set(all).size).toBe(6)
  for (const { body, contactId, buttons, parameters } of sent) {
    expect((await click(addressIn(body))).headers.location).toBe('https://shop.example/sale')
    const at = people.findIndex(({ id }) => id === contactId)
    expect((await click(buttons[0]?.url ?? '')).headers.location).toBe(`https://shop.example/p/${at}?a=1&b=%C3%A7`)
    expect(buttons[1]?.url).toBe('https://shop.example/home')
    expect(parameters).toEqual([buttons[0]?.url.split('/').at(-1), 'home'])
  }
  await foldAll(world.deps)
  const { links } = (await home.browser.get(`/api/v1/campaigns/${campaign.id}/analytics`)).json()
  expect(links).toHaveLength(2)
  expect(links).toEqual(
    expect.arrayContaining([
      { url: 'https://shop.example/sale', key: null, clicks: 3, people: 3 },
      { url: null, key: 'button.0', clicks: 3, people: 3 },
    ]),
  )
  // The stand-in reported nothing yet: who clicks has the message and has read it.
  const { counts } = await readCampaign(home.browser, campaign.id)
  expect(counts).toMatchObject({ sent: 3, delivered: 3, read: 3, clicked: 3 })
  const again = await home.browser.post('/api/v1/campaigns', {
    name: 'Those who clicked',
    audience: { sources: [{ kind: 'campaign', campaignId: campaign.id, outcome: 'clicked' }] },
  })
  expect(await act(home.browser, again.json().id, 'audience/preview')).toMatchObject({ willSend: 3 })
})

test('a report of a message that a click told to be read counts no second time', async () => {
  const { home, campaign } = await drafted(2)
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  const [message] = await messagesOf(home)
  await click(addressIn(message?.body ?? ''))
  await world.deps.database.db.execute(sql`
    update messages set delivered_at = least(delivered_at, now() - interval '1 minute'),
      read_at = least(read_at, now() - interval '1 minute') where campaign_id = ${campaign.id}`)
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toMatchObject({ clicked: 1, delivered: 1, read: 1 })
})

test('a test message has links that lead on and count nowhere; the preview shows where they lead', async () => {
  const { home, people, campaign } = await drafted(2)
  const contactIds = [people[1]?.id]
  const answer = await home.browser.post(`/api/v1/campaigns/${campaign.id}/messages/preview`, { contactIds })
  expect(answer.json().data[0]).toMatchObject({
    body: 'Veja https://shop.example/sale hoje, Pessoa 1.',
    buttons: [{ url: 'https://shop.example/p/1?a=1&b=ç' }, { url: 'https://shop.example/home' }],
  })
  await act(home.browser, campaign.id, 'tests', {
    ...{ phones: ['+5581988887777'], contactId: people[1]?.id, clientKey: 'a-first-test' },
  })
  const [message] = await messagesOf(home)
  expect((await click(message?.buttons[0]?.url ?? '')).headers.location).toBe('https://shop.example/p/1?a=1&b=%C3%A7')
  expect((await click(addressIn(message?.body ?? ''))).headers.location).toBe('https://shop.example/sale')
  await foldAll(world.deps)
  const { links, counts } = (await home.browser.get(`/api/v1/campaigns/${campaign.id}/analytics`)).json()
  expect([links, counts.clicked]).toEqual([[], 0])
})

test('those who get the winner of a test are led to their own pages too', async () => {
  const variant = { template: 'sale', language: { strategy: 'fixed', language: 'pt_BR' }, values, share: 50 }
  const variants = [
    { ...variant, key: 'A' },
    { ...variant, key: 'B' },
  ]
  const test = { percent: 50, metric: 'read', hours: 1, rule: 'best' }
  const { home, people, campaign } = await drafted(100, {}, { variants, test })
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, campaign)
  await eventually(async () => (await readCampaign(home.browser, campaign.id)).test?.state === 'measuring')
  await world.deps.database.db.execute(
    sql`update campaigns set test_ends_at = now(), wake_at = now() where id = ${campaign.id}`,
  )
  await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  const { rows } = await world.deps.database.db.execute<{ contactId: string; url: string }>(sql`
    select m.contact_id as "contactId", m.payload -> 'template' -> 'buttons' -> 0 ->> 'url' as url
    from messages m join campaign_recipients r on r.company_id = m.company_id and r.message_id = m.id
    where m.campaign_id = ${campaign.id} and r.wave = 1`)
  const [one] = rows
  const at = people.findIndex(({ id }) => id === one?.contactId)
  expect((await click(one?.url ?? '')).headers.location).toBe(`https://shop.example/p/${at}?a=1&b=%C3%A7`)
})

test('links in texts stay as they are where they are not to be followed', async () => {
  const { home, campaign } = await drafted(2)
  const { version } = (
    await home.browser.patch(`/api/v1/campaigns/${campaign.id}`, {
      ...{ version: campaign.version, content: { ...campaign.content, trackLinks: false } },
    })
  ).json()
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, { ...campaign, version })
  await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  const [message] = await messagesOf(home)
  expect(message?.body).toBe('Veja https://shop.example/sale hoje, Pessoa 1.')
  expect(message?.buttons[0]?.url).toContain(`${ORIGIN}/l/`)
})

test('the pre-flight says which links are no pages, and which customers cannot reach', async () => {
  const { home, campaign } = await drafted(2, {
    values: {
      ...values,
      'body.1': { from: 'text', text: 'http://192.168.0.10/sale' },
      'button.0': { from: 'text', text: 'shop.example' },
    },
  })
  const found = await act(home.browser, campaign.id, 'preflight')
  expect(found).toMatchObject({
    blocking: [{ name: 'link_invalid', facts: { template: 'sale', value: 'shop.example' } }],
    warnings: expect.arrayContaining([{ name: 'link_private', facts: { url: 'http://192.168.0.10/sale' } }]),
  })
})
