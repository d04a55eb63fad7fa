import { createHash } from 'node:crypto'
import { campaignAudience } from '@recado/contracts/campaigns/audience'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '#server/context.ts'
import { demoAccounts } from './content.ts'
import { demoIn } from './english.ts'
import { insertRows, type Row } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NO_CHANNEL = '00000000-0000-0000-0000-000000000000'
/** About what a marketing message costs in Brazil, in BRL. */
const PRICE = 0.35

type Company = { companyId: string; channelId: string; users: ReadonlyMap<string, string> }
type Person = { contactId: string; conversationId: string; phone: string; firstName: string }
type Template = { name: string; text: string; language: string; category: string }
type Launched = { id: string; at: Date; sent: number; templates: readonly Template[] }

/** A template of the demo's language by its name in Portuguese. */
const templateOf = (deps: Deps, name: string): Template => {
  const wanted = demoIn(deps.config.DEMO_LANGUAGE, name)
  const found = demoAccounts[0].templates.find((one) => one.name === wanted)
  if (!found) throw new Error(`The demo has no template ${wanted}`)
  const text = found.components.flatMap((part) => (part.type === 'BODY' ? part.text : [])).join('')
  return { name: found.name, text, language: found.language, category: found.category }
}

/** A small number from a seed, the same on every machine. */
const pick = (seed: string, below: number) => createHash('sha256').update(seed).digest().readUInt32BE(0) % below

/** Customers who came back, with the last conversation of each. */
const regularsOf = async (deps: Deps, { companyId, channelId }: Company): Promise<Person[]> => {
  const { rows } = await deps.database.pool.query<Person>(
    `select distinct on (c.phone) c.id as "contactId", v.id as "conversationId", c.phone,
       split_part(c.profile_name, ' ', 1) as "firstName"
     from contacts c join conversations v on v.company_id = c.company_id and v.contact_id = c.id and v.channel_id = $2
     where c.company_id = $1 and v.status = 'resolved' and c.phone like '55819913%'
     order by c.phone, v.created_at desc`,
    [companyId, channelId],
  )
  return rows
}

/** How far a message came, by chance; the second variant does better. */
const fateOf = (campaign: Launched, index: number) => {
  const variant = index % campaign.templates.length
  const luck = pick(`campaign:${campaign.templates.map(({ name }) => name).join()}:${index}`, 100)
  const [reads, replies] = variant === 1 ? [80, 26] : [60, 12]
  const delivered = luck < 97 && index !== 5
  return {
    variant,
    failed: index === 5,
    delivered,
    read: delivered && luck < reads,
    replied: delivered && luck < replies,
  }
}
type Fate = ReturnType<typeof fateOf>

const templateAt = ({ templates }: Launched, { variant }: Fate): Template => {
  const found = templates[variant]
  if (!found) throw new Error(`The campaign has no variant ${variant}`)
  return found
}

const statusOf = ({ failed, delivered, read }: Fate) =>
  failed
    ? { status: 'failed', status_rank: 40 }
    : read
      ? { status: 'read', status_rank: 50 }
      : delivered
        ? { status: 'delivered', status_rank: 40 }
        : { status: 'sent', status_rank: 30 }

const messageRow = (
  company: Company,
  campaign: Launched,
  person: Person,
  { index, id }: { index: number; id: string },
): Row => {
  const fate = fateOf(campaign, index)
  const { text, ...template } = templateAt(campaign, fate)
  const at = new Date(campaign.at.getTime() + index * 20_000)
  const when = (happened: boolean, seconds: number) => (happened ? new Date(at.getTime() + seconds * 1000) : null)
  return {
    ...{ company_id: company.companyId, channel_id: company.channelId, id, created_at: at, occurred_at: at },
    ...{ contact_id: person.contactId, conversation_id: person.conversationId, direction: 'out', type: 'template' },
    ...{ origin: 'campaign', campaign_id: campaign.id, campaign_variant: fate.variant, wamid: `wamid.demo-${id}` },
    ...{ body: text.replace('{{1}}', person.firstName), ...statusOf(fate) },
    payload: { template: { ...template, components: [] } },
    ...{ sent_at: when(!fate.failed, 1), delivered_at: when(fate.delivered, 3), read_at: when(fate.read, 900) },
    ...{ failed_at: when(fate.failed, 2), error_code: fate.failed ? 131049 : null },
    ...{ error_class: fate.failed ? 'policy' : null, pricing_category: fate.delivered ? 'marketing' : null },
    pricing_type: fate.delivered ? 'regular' : null,
  }
}

const countRows = (company: Company, campaign: Launched, people: readonly Person[]): Row[] => {
  const sums = new Map<
    string,
    { measure: string; detail: string; variant: number; own: boolean; n: number; amount: number }
  >()
  const add = (measure: string, variant: number, more: { own?: boolean; detail?: string; amount?: number } = {}) => {
    const { own = true, detail = '', amount = 0 } = more
    const key = `${measure}:${detail}:${variant}`
    const sum = sums.get(key) ?? { measure, detail, variant, own, n: 0, amount: 0 }
    sums.set(key, { ...sum, n: sum.n + 1, amount: sum.amount + amount })
  }
  for (const index of people.keys()) {
    const fate = fateOf(campaign, index)
    const { variant } = fate
    add('matched', 0, { own: false })
    add('recipients', variant)
    if (index >= campaign.sent) continue
    add('queued', variant)
    add('sent', variant)
    if (fate.failed) add('failed', variant)
    if (fate.failed) add('undelivered', variant)
    if (fate.failed) add('failed_by', variant, { detail: 'policy:131049' })
    if (fate.delivered) add('delivered', variant)
    if (fate.delivered) add('cost', variant, { amount: PRICE })
    if (fate.read) add('read', variant)
    if (fate.replied) add('replied', variant)
  }
  const hour = new Date(Math.floor(campaign.at.getTime() / HOUR) * HOUR)
  return [...sums.values()].map(({ own, amount, ...sum }) => ({
    ...{ company_id: company.companyId, campaign_id: campaign.id, channel_id: own ? company.channelId : NO_CHANNEL },
    ...{ ...sum, hour, slot: 0, amount: Number(amount.toFixed(2)) },
  }))
}

/** Writes down whom a campaign is for, and what became of the messages that have left. */
const furnishRecipients = async (deps: Deps, company: Company, campaign: Launched, people: readonly Person[]) => {
  const placed = people.map((person, index) => ({
    person,
    index,
    id: uuidv7({ msecs: campaign.at.getTime() + index * 20_000 }),
  }))
  await insertRows(
    deps,
    'campaign_recipients',
    placed.map(({ person, index, id }) => {
      const fate = fateOf(campaign, index)
      const { variant, replied } = fate
      const { language } = templateAt(campaign, fate)
      const repliedAt = new Date(campaign.at.getTime() + index * 20_000 + 40 * MINUTE)
      return {
        ...{ company_id: company.companyId, campaign_id: campaign.id, contact_id: person.contactId, seq: index + 1 },
        ...{ wave: 0, not_before: campaign.at, variant, channel_id: company.channelId, recipient: person.phone },
        ...{ language, params: { 'body.1': person.firstName }, message_id: id, attempts: 0 },
        replied_at: replied && index < campaign.sent ? repliedAt : null,
      }
    }),
  )
  const sent = placed.slice(0, campaign.sent)
  await insertRows(
    deps,
    'messages',
    sent.map(({ person, ...place }) => messageRow(company, campaign, person, place)),
  )
  await insertRows(deps, 'campaign_counts', countRows(company, campaign, people))
  await insertRows(deps, 'campaign_waves', [
    {
      ...{ company_id: company.companyId, campaign_id: campaign.id, wave: 0, cursor_at: campaign.at },
      ...{ cursor_seq: campaign.sent, done: campaign.sent === people.length },
    },
  ])
}

const draftRow = (company: Company, name: string, templates: readonly Template[], people: readonly Person[]): Row => ({
  ...{ company_id: company.companyId, id: uuidv7(), name, version: 1, snapshot_seq: 0, approval_needed: false },
  ...{ step: 'review', owner_id: company.users.get('ana@demo.recado.test') },
  audience: campaignAudience.parse({
    sources: [{ kind: 'contacts', ids: people.map(({ contactId }) => contactId) }],
  }),
  content: campaignContent.parse({
    channels: [{ channelId: company.channelId }],
    variants: templates.map(({ name: template, language }, index) => ({
      ...{ key: index === 0 ? 'A' : 'B', template, language: { strategy: 'fixed', language } },
      ...{
        share: 100 / templates.length,
        values: { 'body.1': { from: 'field', field: 'name', format: ['first_name'] } },
      },
    })),
  }),
  schedule: campaignSchedule.parse({}),
})

/** The regulars agreed to news when they first ordered. */
const agree = async (deps: Deps, { companyId }: Company, people: readonly Person[], at: Date): Promise<void> => {
  await insertRows(
    deps,
    'consents',
    people.map(({ contactId }) => ({
      ...{ company_id: companyId, id: uuidv7(), contact_id: contactId, purpose: 'marketing', medium: 'whatsapp' },
      ...{ state: 'granted', source: 'form', evidence: {}, at },
    })),
  )
  await deps.database.pool.query(
    "update contacts set marketing = 'granted' where company_id = $1 and id = any($2::uuid[])",
    [companyId, people.map(({ contactId }) => contactId)],
  )
}

/** Gives the demo's first company campaigns of all kinds: one that is done, a paused one, a scheduled one and a draft. */
export const furnishCampaigns = async (deps: Deps, company: Company): Promise<void> => {
  const people = await regularsOf(deps, company)
  const now = deps.now().getTime()
  await agree(deps, company, people, new Date(now - 30 * DAY))
  const launchedBy = company.users.get('ana@demo.recado.test')
  const base = (name: string, templates: readonly Template[], created: number) => ({
    ...draftRow(company, name, templates, people),
    ...{ created_at: new Date(created), updated_at: new Date(created) },
    ...{
      state: 'draft',
      pause_reason: null as string | null,
      wake_at: null as Date | null,
      launched_by: null as string | null | undefined,
    },
    ...{ waterfall: null as object | null, snapshot_at: null as Date | null, starts_at: null as Date | null },
    ...{ started_at: null as Date | null, finished_at: null as Date | null, stops_since: null as Date | null },
  })
  const [before, today] = [new Date(Math.floor((now - 5 * DAY) / DAY) * DAY + 13 * HOUR), new Date(now - 3 * HOUR)]
  // Ten in the morning in Recife, one day from now or two.
  const tomorrow = new Date(Math.ceil((now + DAY - 13 * HOUR) / DAY) * DAY + 13 * HOUR)
  const waterfall = { matched: people.length, duplicates: 0, excluded: [], willSend: people.length, exact: true }
  const launched = (at: Date) => ({
    ...{ launched_by: launchedBy, waterfall, snapshot_at: at, starts_at: at, started_at: at, stops_since: at },
    snapshot_seq: people.length,
  })
  const [discount, delivery] = [templateOf(deps, 'cesta_com_desconto'), templateOf(deps, 'cesta_entrega_gratis')]
  const pair = [discount, delivery]
  const done = { ...base('Cesta de café da manhã', pair, now - 7 * DAY), ...launched(before) }
  const paused = { ...base('Clientes que sumiram', [discount], now - DAY), ...launched(today) }
  await insertRows(deps, 'campaigns', [
    { ...done, state: 'completed_with_errors', finished_at: new Date(before.getTime() + 30 * MINUTE) },
    { ...paused, state: 'paused', pause_reason: 'manual' },
    {
      ...base('Convite para o sábado', [delivery], now - 2 * HOUR),
      ...{ state: 'scheduled', starts_at: tomorrow, wake_at: tomorrow, launched_by: launchedBy },
      schedule: campaignSchedule.parse({
        start: { kind: 'at', at: tomorrow.toISOString().slice(0, 16), timezone: 'UTC' },
      }),
    },
    base('Cestas de Natal', [templateOf(deps, 'cestas_de_natal')], now - HOUR),
  ])
  const idOf = (row: Row) => String(row['id'])
  const all = { id: idOf(done), at: before, sent: people.length, templates: pair }
  await furnishRecipients(deps, company, all, people)
  await furnishRecipients(deps, company, { id: idOf(paused), at: today, sent: 14, templates: [discount] }, people)
}
