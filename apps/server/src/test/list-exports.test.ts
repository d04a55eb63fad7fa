import { randomUUID } from 'node:crypto'
import { type Ability, type AccessBlock, locales, refuseAbility } from '@recado/contracts'
import { type ListName, listNames } from '@recado/contracts/shared/list-names'
import type { Task } from '@recado/contracts/shared/tasks'
import { eq } from 'drizzle-orm'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies as companyTable, invitations } from '#server/db/schema/companies/companies.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { headingOf } from '#server/modules/shared/tasks/headings.ts'
import { listExports } from '#server/registry.ts'
import { buildOwnApp, type TestApp } from './app.ts'
import { createCampaigns } from './campaign-world.ts'
import { addMember, createChannel, createConversation, createSignedIn, createUser, signIn } from './factories.ts'

// Every list that can be had as a file: who may, which rows are in it, and what of people is shown.

let t: TestApp
type Headers = { cookie: string }
let people: Record<'platform' | 'operator' | 'admin' | 'lead' | 'member' | 'alone', Headers>
let companies: string[]
const campaignIds: string[] = []

const accessBlocks: AccessBlock[] = ['integrations', 'whatsapp_chat', 'bulk_sending']

const phones = ['5581991230001', '5581991230002']

/** A company with one thing of each kind, named so that a file shows whose it is. */
const createWorld = async (name: 'ours' | 'theirs') => {
  const { db } = t.deps.database
  const signedIn = await createSignedIn(t.deps)
  const companyId = signedIn.company.id
  await db
    .update(users)
    .set({ name: `${name} admin` })
    .where(eq(users.id, signedIn.user.id))
  await db.update(companyTable).set({ accessBlocks, planBlocks: accessBlocks }).where(eq(companyTable.id, companyId))
  const { channel } = await createChannel(t.deps, companyId)
  await db
    .update(channels)
    .set({ name: `${name} number` })
    .where(eq(channels.id, channel.id))
  const conversation = await createConversation(t.deps, companyId, { channelId: channel.id, status: 'open' })
  const phone = phones[name === 'ours' ? 0 : 1]
  await db
    .update(contacts)
    .set({ name: `${name} contact`, phone })
    .where(eq(contacts.id, conversation.contactId))
  for (const status of ['failed', 'delivered'] as const)
    await db.insert(messages).values({
      ...{ companyId, id: randomUUID(), conversationId: conversation.id, channelId: channel.id },
      ...{ contactId: conversation.contactId, direction: 'out', type: 'text', body: `${name} text`, origin: 'agent' },
      ...{ status, occurredAt: new Date(Date.now() - 60_000) },
      ...(status === 'failed' && { failedAt: new Date(Date.now() - 60_000) }),
    })
  await db.insert(invitations).values({
    ...{ id: randomUUID(), companyId, email: `${name}@example.test`, role: 'member', tokenHash: randomUUID() },
    ...{ invitedBy: signedIn.user.id, expiresAt: new Date(Date.now() + 86_400_000) },
  })
  await db.insert(templates).values({
    ...{ id: randomUUID(), companyId, waAccountId: channel.waAccountId, name: `${name}_template`, language: 'pt_BR' },
    ...{ category: 'UTILITY', status: 'APPROVED' },
  })
  const { running } = await createCampaigns(t.deps, {
    ...{ companyId, channelId: channel.id, contactId: conversation.contactId },
    ...{ template: `${name}_template`, ownerId: signedIn.user.id },
  })
  campaignIds.push(running)
  for (const action of ['label.created', 'team.created'] as const)
    await recordAudit(systemCtx(t.deps, 'test'), {
      action,
      companyId,
      target: { type: 'label', label: `${name} label` },
    })
  return signedIn
}

const join = async (companyId: string, fields: Parameters<typeof addMember>[3]) => {
  const user = await createUser(t.deps)
  await addMember(t.deps, companyId, user.id, { role: 'member', ...fields })
  return signIn(t.deps, user.id, companyId)
}

beforeAll(async () => {
  t = await buildOwnApp()
  const ours = await createWorld('ours')
  const theirs = await createWorld('theirs')
  companies = [ours.company.id, theirs.company.id]
  const root = await createUser(t.deps, { role: 'admin' })
  const operator = await createUser(t.deps)
  await t.deps.database.db.update(users).set({ waOperator: true }).where(eq(users.id, operator.id))
  const alone = await createUser(t.deps)
  people = {
    platform: await signIn(t.deps, root.id),
    operator: await signIn(t.deps, operator.id),
    admin: ours.headers,
    lead: await join(ours.company.id, { grants: ['contacts.export'] }),
    member: await join(ours.company.id, {}),
    alone: await signIn(t.deps, alone.id),
  }
})
afterAll(() => t.close())

/** What the file of a list has to be asked for with. */
const needed = (list: string) => {
  if (list === 'affected-people') return { from: '2020-01-01', to: '2099-12-31' }
  return list === 'campaign-recipients' ? { campaignId: campaignIds[0] } : {}
}

const start = (headers: Headers, list: string, filter: object = needed(list)) =>
  t.app.inject({ method: 'POST', url: '/api/v1/list-exports', headers, payload: { list, filter, format: 'csv' } })

/** The rows of a list as someone gets them, the names of the columns first. */
const fileOf = async (headers: Headers, list: string, filter?: object) => {
  const started = await start(headers, list, filter)
  expect([list, started.statusCode]).toEqual([list, 202])
  await t.deps.jobs.drain(t.deps)
  const { data } = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers })).json<{ data: Task[] }>()
  const task = data.find(({ id }) => id === started.json<Task>().id)
  expect([list, task?.status, task?.kind]).toEqual([list, 'completed', `${list}.export`])
  const file = await t.app.inject({ method: 'GET', url: task?.file?.url ?? '/', headers })
  return parseCsv(file.body).filter((row) => row.length > 1 || row[0] !== '')
}

const textOf = (rows: unknown[][]) => JSON.stringify(rows.slice(1))

const factsOf = {
  platform: { role: 'admin', waOperator: false, company: null },
  operator: { role: 'customer', waOperator: true, company: null },
  admin: { role: 'customer', waOperator: false, company: { role: 'admin', grants: [] } },
  lead: { role: 'customer', waOperator: false, company: { role: 'member', grants: ['contacts.export'] } },
  member: { role: 'customer', waOperator: false, company: { role: 'member', grants: [] } },
  alone: { role: 'customer', waOperator: false, company: null },
} as const

const abilities: Partial<Record<ListName, Ability>> = {
  chat: 'conversations.export',
  messages: 'messages.export',
  contacts: 'contacts.export',
  audit: 'audit.view',
  members: 'members.manage',
  invitations: 'members.manage',
  channels: 'channels.view',
  templates: 'templates.view',
  'operator-templates': 'operator.channels',
  companies: 'companies.view',
  'operator-channels': 'operator.channels',
  'operator-chat': 'operator.channels',
  'admin-signups': 'operator.channels',
  'support-companies': 'support.view',
  campaigns: 'campaigns.view',
  'campaign-recipients': 'campaigns.export',
  'affected-people': 'privacy.manage',
}

describe.each(listExports.map((one) => [one.list, one] as const))('the file of %s', (list, { ability, headers }) => {
  it('is available to permitted members only', async () => {
    expect(ability).toBe(abilities[list] ?? 'admin.platform')
    for (const [who, { company, ...person }] of Object.entries(factsOf)) {
      const facts = { ...person, impersonated: false, company: company && { ...company, accessBlocks } }
      const refused = refuseAbility(ability, facts)
      const answer = await start(people[who as keyof typeof people], list)
      expect([who, answer.statusCode]).toEqual([who, refused === null ? 202 : 403])
    }
  })

  it('has a cell for each column, and rows of the own company alone', async () => {
    const ofPlatform =
      refuseAbility(ability, { ...factsOf.platform, impersonated: false }) === null && list !== 'companies'
    const rows = await fileOf(ofPlatform ? people.platform : people.admin, list)
    expect(rows[0]).toEqual(headers.map((column) => headingOf(column, 'en')))
    for (const row of rows) expect(row).toHaveLength(headers.length)
    if (ofPlatform) return
    expect(rows.length).toBeGreaterThan(1)
    const text = textOf(rows)
    expect(text).not.toContain('theirs')
    expect(text).not.toContain(companies[1])
    expect(text).not.toContain(phones[1])
  })
})

it.each([
  ['chat', 'admin', { status: 'resolved' }, 0],
  ['chat', 'admin', { search: 'ours' }, 1],
  ['messages', 'admin', { status: 'failed' }, 1],
  ['contacts', 'admin', { search: 'ours' }, 1],
  ['contacts', 'admin', { bin: 'yes' }, 0],
  ['affected-people', 'admin', { from: '2020-01-01', to: '2020-12-31' }, 0],
  ['campaigns', 'admin', { tab: 'scheduled' }, 3],
  ['campaigns', 'admin', { template: 'theirs_template' }, 0],
  ['audit', 'admin', { action: 'label.' }, 1],
  ['channels', 'admin', { search: 'ours' }, 1],
  ['channels', 'admin', { search: 'theirs' }, 0],
  ['admin-messages', 'platform', { status: 'failed' }, 2],
  ['admin-audit', 'platform', { action: 'label.' }, 2],
  ['admin-channels', 'platform', {}, 2],
  ['operator-channels', 'platform', { search: 'theirs' }, 1],
  ['operator-channels', 'operator', {}, 0],
  ['admin-signups', 'platform', { state: 'failed' }, 0],
] as const)('leaves in the file of %s for %s what %o leaves', async (list, who, filter, count) => {
  expect((await fileOf(people[who], list, filter)).length - 1).toBe(count)
})

it.each([
  ['chat', 'admin', { status: 'nothing' }],
  ['messages', 'admin', { from: 'soon' }],
  ['audit', 'admin', { from: 'soon' }],
  ['admin-messages', 'platform', { companyId: 'x' }],
  ['operator-channels', 'platform', { status: 'nothing' }],
  ['admin-signups', 'platform', { state: 'nothing' }],
  ['campaigns', 'admin', { state: 'nothing' }],
  ['campaign-recipients', 'admin', {}],
  ['affected-people', 'admin', { from: '2020-01-01' }],
] as const)('refuses for %s by %s filters that are none: %o', async (list, who, filter) => {
  expect((await start(people[who], list, filter)).statusCode).toBe(422)
})

it.each(['chat', 'messages', 'contacts', 'campaign-recipients'])(
  'masks phones in %s for whoever may not see them',
  async (list) => {
    expect(textOf(await fileOf(people.admin, list))).toContain(phones[0])
    const masked = textOf(await fileOf(people.lead, list))
    expect(masked).not.toContain(phones[0])
    expect(masked).toContain('••••')
  },
)

it('calls its columns by the words of the reader', async () => {
  await t.deps.database.db.update(users).set({ locale: 'pt' })
  expect((await fileOf(people.admin, 'members'))[0]?.slice(1, 4)).toEqual(['Nome', 'E-mail', 'Função'])
  for (const { headers } of listExports)
    for (const column of headers)
      for (const locale of locales) expect([column, headingOf(column, locale)]).toEqual([column, expect.any(String)])
})

it('is there for every list', () => {
  expect(listExports.map(({ list }) => list).toSorted()).toEqual([...listNames].toSorted())
})
