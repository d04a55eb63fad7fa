import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { act, type CampaignHome, campaignsOf, draft, inState, launch } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { startEngine } from './engine.ts'
import { eraseRecipients } from './queries/erase.ts'
import { moveRecipients } from './queries/merge.ts'

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

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
const later = () => ({ start: { kind: 'at', at: tomorrow(), timezone: 'America/Sao_Paulo' } })

type Row = {
  contactId: string
  variant: number | null
  params: object | null
  recipient: string | null
  skip: string | null
}

const recipientsOf = async (campaignId: string): Promise<Row[]> => {
  const { rows } = await world.deps.database.db.execute<Row>(sql`
    select contact_id as "contactId", variant, params, recipient, skip_reason as skip from campaign_recipients
    where campaign_id = ${campaignId} order by contact_id`)
  return rows
}

/** A campaign whose recipients are written down and that waits for tomorrow. */
const waiting = async (home: CampaignHome, people: readonly { id: string }[]) => {
  const campaign = await launch(home.browser, await draft(home, people, later()))
  running.push(startEngine(world.deps))
  await inState(home.browser, campaign.id, 'scheduled')
  return campaign
}

const merge = (home: CampaignHome, from: string, to: string, moved?: readonly string[]) =>
  moveRecipients(world.deps.database.pool, {
    ...{ companyId: home.company.id, identityIds: [], from, to },
    ...(moved && { moved }),
  })

test('variants are dealt by their shares, and a preview shows the one that a person gets', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const people = await campaigns.people(home, 400)
  const made = await draft(home, people, later())
  const [variant] = made.content.variants
  const variants = [
    { ...variant, key: 'A', share: 70 },
    { ...variant, key: 'B', share: 30 },
  ]
  const changed = await home.browser.patch(`/api/v1/campaigns/${made.id}`, {
    version: made.version,
    content: { ...made.content, variants },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const some = people.slice(0, 20).map(({ id }) => id)
  const preview: { data: { contactId: string; variant: string }[] } = await home.browser
    .post(`/api/v1/campaigns/${made.id}/messages/preview`, { contactIds: some })
    .then((answer) => answer.json())
  await launch(home.browser, changed.json())
  running.push(startEngine(world.deps))
  await inState(home.browser, made.id, 'scheduled')
  const rows = await recipientsOf(made.id)
  expect(rows).toHaveLength(400)
  const first = rows.filter((row) => row.variant === 0).length
  // Five standard deviations of a draw of 400.
  expect(Math.abs(first - 280)).toBeLessThan(46)
  const dealt = new Map(rows.map((row) => [row.contactId, row.variant === 0 ? 'A' : 'B']))
  expect(preview.data).toHaveLength(20)
  for (const one of preview.data) expect(one.variant).toBe(dealt.get(one.contactId))
})

test('a contact that joins another hands over the place in a campaign, and gets it back when they are parted', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const [one, other] = await campaigns.people(home, 2)
  const [from, to] = [one?.id ?? '', other?.id ?? '']
  const campaign = await waiting(home, [{ id: from }])
  const moved = await merge(home, from, to)
  expect(moved).toHaveLength(1)
  expect((await recipientsOf(campaign.id)).map((row) => row.contactId)).toEqual([to])
  await merge(home, to, from, moved)
  expect((await recipientsOf(campaign.id)).map((row) => row.contactId)).toEqual([from])
  await act(home.browser, campaign.id, 'cancellation')
})

test('of two contacts that become one and are both recipients, each keeps their place', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const [one, other] = await campaigns.people(home, 2)
  const [from, to] = [one?.id ?? '', other?.id ?? '']
  const campaign = await waiting(home, [{ id: from }, { id: to }])
  expect(await merge(home, from, to)).toEqual([])
  const rows = await recipientsOf(campaign.id)
  expect(rows.map(({ contactId, skip }) => [contactId, skip])).toEqual([from, to].toSorted().map((id) => [id, null]))
  await act(home.browser, campaign.id, 'cancellation')
})

test('of a person who is erased, a campaign forgets the number and the values, and nothing of others', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const [one, other] = await campaigns.people(home, 2)
  const [erased, kept] = [one?.id ?? '', other?.id ?? '']
  const campaign = await waiting(home, [{ id: erased }, { id: kept }])
  const subject = {
    ...{ companyId: home.company.id, mode: 'anonymise' as const, contactIds: [erased] },
    ...{ phones: [], bsuids: [], emails: [], names: [] },
  }
  const erase = (companyId: string) =>
    eraseRecipients(systemCtx(world.deps, 'test'), { ...subject, companyId }, new AbortController().signal)
  expect(await erase(newId())).toEqual({ campaignRecipients: 0 })
  expect(await erase(home.company.id)).toEqual({ campaignRecipients: 1 })
  expect(await erase(home.company.id)).toEqual({ campaignRecipients: 0 })
  const rows = new Map((await recipientsOf(campaign.id)).map((row) => [row.contactId, row]))
  expect(rows.get(erased)).toMatchObject({ params: null, recipient: null })
  expect(rows.get(kept)).toMatchObject({ params: { 'body.1': 'Pessoa' }, recipient: other?.phone })
  await act(home.browser, campaign.id, 'cancellation')
})
