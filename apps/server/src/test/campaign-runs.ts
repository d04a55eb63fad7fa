import type { AccessBlock } from '@recado/contracts'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { type Browser, createBrowser } from './browser.ts'
import { eventually, type WhatsappWorld } from './whatsapp-world.ts'

// Campaigns of companies whose numbers are played by the stand-in, made and watched over HTTP.

const components = [{ type: 'BODY', text: 'Olá {{1}}, tem novidade.', example: { body_text: [['Bia']] } }]
let phones = 7000
/** Each one's own; their last digits mean nothing to the stand-in, which plays errors for some. */
const nextPhone = () => `55819${phones++}7777`

const noQuiet = { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' }

/** A company with the templates `news` and `offer`, and a browser of its admin. */
const createHome = async (world: WhatsappWorld, fields: { throughput?: number } = {}) => {
  const home = await world.company({ throughput: 500, ...fields })
  const blocks: AccessBlock[] = ['integrations', 'whatsapp_chat', 'bulk_sending']
  const { db } = world.deps.database
  await db.update(companies).set({ accessBlocks: blocks, planBlocks: blocks }).where(eq(companies.id, home.company.id))
  const template = (name: string) => ({
    ...{ id: newId(), companyId: home.company.id, waAccountId: home.channel.waAccountId, metaId: newId(), name },
    ...{ language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components },
  })
  await db.insert(templates).values(['news', 'offer'].map(template))
  await world.control.settings({ windowCheck: false })
  const browser = createBrowser(world.app)
  browser.use(home.headers)
  return { ...home, browser }
}
export type CampaignHome = Awaited<ReturnType<typeof createHome>>

const addContacts = async (world: WhatsappWorld, { company }: CampaignHome, count: number) => {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ companyId: company.id, id: newId(), name: `Pessoa ${n}`, phone: nextPhone(), marketing: 'granted' as const },
  }))
  await world.deps.database.db.insert(contacts).values(rows)
  return rows
}

/** A draft of the template to these contacts, which greets them by their first names. */
export const draft = async (
  { browser, channel }: CampaignHome,
  people: readonly { id: string }[],
  schedule: object = {},
): Promise<Campaign> => {
  const values = { 'body.1': { from: 'field', field: 'name', format: ['first_name'] } }
  const language = { strategy: 'fixed', language: 'pt_BR' }
  const made = await browser.post('/api/v1/campaigns', {
    name: 'News',
    audience: { sources: [{ kind: 'contacts', ids: people.map(({ id }) => id) }] },
    content: {
      channels: [{ channelId: channel.id }],
      variants: [{ key: 'A', template: 'news', language, values, share: 100 }],
    },
    schedule: { quietHours: noQuiet, ...schedule },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

/** The same with two variants, `news` and `offer`, that are tried on a part of the people first. */
export const testDraft = async (
  home: CampaignHome,
  people: readonly { id: string }[],
  test: object,
  schedule: object = {},
): Promise<Campaign> => {
  const { id, version, content } = await draft(home, people, schedule)
  const [variant] = content.variants
  const variants = [
    { ...variant, key: 'A', share: 50 },
    { ...variant, key: 'B', template: 'offer', share: 50 },
  ]
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, {
    version,
    content: { ...content, variants, test: { percent: 50, metric: 'reply', hours: 4, ...test } },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  return changed.json()
}

/** What a person does with a campaign, by the last part of its address. */
export const act = async (browser: Browser, id: string, verb: string, body: object = {}): Promise<Campaign> => {
  const answer = await browser.post(`/api/v1/campaigns/${id}/${verb}`, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

export const launch = (browser: Browser, { id, version }: Campaign): Promise<Campaign> =>
  act(browser, id, 'launch', { version, clientKey: `launch-${id}` })

export const readCampaign = async (browser: Browser, id: string): Promise<Campaign> =>
  (await browser.get(`/api/v1/campaigns/${id}`)).json()

/** Waits until a campaign is in one of these states. */
export const inState = (browser: Browser, id: string, ...states: string[]): Promise<Campaign> =>
  eventually(async () => {
    const campaign = await readCampaign(browser, id)
    return states.includes(campaign.state) && campaign
  })

/** Phones of those whose message WhatsApp took. */
const reached = async (world: WhatsappWorld, companyId: string): Promise<string[]> => {
  const { rows } = await world.deps.database.db.execute<{ phone: string }>(sql`
    select ct.phone from messages m join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
    where m.company_id = ${companyId} and m.wamid is not null order by 1`)
  return rows.map(({ phone }) => phone)
}

/** The sums of a campaign counted again from its recipients and messages. */
const recount = async (world: WhatsappWorld, campaignId: string) => {
  const { rows } = await world.deps.database.db.execute<Record<string, number>>(sql`
    select count(*)::int as recipients, count(m.id)::int as queued, count(m.wamid)::int as sent,
      count(m.delivered_at)::int as delivered, count(m.read_at)::int as read,
      (count(*) filter (where m.status = 'failed'))::int as failed, (count(*) filter (where r.skip_reason is not null))::int as skipped
    from campaign_recipients r left join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.campaign_id = ${campaignId} and r.wave >= 0`)
  return rows[0]
}

/** What tests of campaigns do in a world. */
export const campaignsOf = (world: WhatsappWorld) => ({
  home: (fields: { throughput?: number } = {}) => createHome(world, fields),
  people: (home: CampaignHome, count: number) => addContacts(world, home, count),
  reached: (home: CampaignHome) => reached(world, home.company.id),
  recount: (campaignId: string) => recount(world, campaignId),
})
