import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { consents } from '#server/db/schema/contacts/contacts.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { createImporter } from '#server/test/contact-files.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { somePhone } from '#server/test/webhooks.ts'
import { accessToken, eventually, findMessage, wabaId } from '#server/test/whatsapp-world.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let phone: string
let contactId: string

const components = [
  { type: 'BODY', text: 'Quer receber nossas novidades pelo WhatsApp?' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Sim, quero' },
      { type: 'QUICK_REPLY', text: 'Não, obrigado' },
    ],
  },
]
const template = { name: 'confirm_news', language: 'pt_BR' }

beforeAll(async () => {
  world = await startTeamInboxWorld()
  const answer = await fetch(`${world.sandbox.graphUrl}/v23.0/${wabaId}/message_templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...template, category: 'UTILITY', components }),
  })
  const { id } = (await answer.json()) as { id: string }
  await world.control.template({ id, status: 'APPROVED', category: 'UTILITY' })
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  await world.deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId: inbox.companyId, waAccountId: inbox.account.id, ...template },
    ...{ category: 'UTILITY', status: 'APPROVED', components },
  })
  await setUp()
  phone = somePhone()
  contactId = (await inbox.call('POST', 'contacts', { phone: `+${phone}`, name: 'Bia' })).body.contact.id
})
afterAll(() => world.close())

const setUp = async (days = 7) => {
  const { settings, version } = (await inbox.call('GET', 'contact-settings')).body
  const doubleOptIn = { channelId: inbox.channel.id, templates: { pt: template }, days }
  const saved = await inbox.call('PUT', 'contact-settings', { settings: { ...settings, doubleOptIn }, version })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}
const note = async (body: object = {}) => {
  const noted = { state: 'granted', source: 'form', note: 'Form on the site', ...body }
  const answer = await inbox.call('POST', `contacts/${contactId}/consents`, noted)
  await inbox.settle()
  return answer
}
const words = async () => (await inbox.call('GET', `contacts/${contactId}/consents`)).body
const mark = async () => (await inbox.call('GET', `contacts/${contactId}`)).body.marketing
const questions = () =>
  world.deps.database.db.select().from(messages).where(eq(messages.companyId, inbox.companyId)).orderBy(messages.id)
const tap = (answer: 'yes' | 'no') =>
  inbox.receive(phone, { type: 'button', button: { payload: `opt-in:${answer}`, text: answer } })

describe('a yes that came by a form', () => {
  it('waits for the person, who is asked once by the template, and counts when they tap yes', async () => {
    expect((await note()).body).toMatchObject({ pending: { since: expect.any(String) }, effective: [] })
    expect(await mark()).toBe('unknown')
    const [question] = await questions()
    expect(question).toMatchObject({ direction: 'out', type: 'template', origin: 'automation', status: 'queued' })
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    await eventually(async () => (await findMessage(world.deps, inbox.companyId, question?.id ?? ''))?.wamid !== null)
    await sender.stop()
    const thread = (await world.control.messages({ phoneNumberId: inbox.channel.phoneNumberId, waId: phone })).at(-1)
    expect(thread?.template).toMatchObject({
      buttons: [
        { text: 'Sim, quero', payload: 'opt-in:yes' },
        { text: 'Não, obrigado', payload: 'opt-in:no' },
      ],
    })
    await note()
    expect(await questions(), 'once for a contact and a number').toHaveLength(1)
    await tap('yes')
    expect(await mark()).toBe('granted')
    const [said] = (await words()).data
    expect(said).toMatchObject({ state: 'granted', source: 'button', evidence: { words: 'yes' } })
    const rows = await world.deps.database.db.select().from(consents).where(eq(consents.id, said.id))
    expect(rows[0]?.evidence).toMatchObject({ messageId: expect.any(String), consentId: expect.any(String) })
    expect(await words()).toMatchObject({ pending: null })
    const conversation = await inbox.conversationOf(phone)
    expect(conversation, 'no member has to do anything about it').toMatchObject({ status: 'resolved', unreadCount: 0 })
  })

  it('is no when they decline', async () => {
    await note()
    await tap('no')
    expect([await mark(), (await words()).data[0].state]).toEqual(['denied', 'denied'])
  })

  it('is over after the days of the company, and a tap that comes later changes nothing', async () => {
    await note()
    await world.deps.database.db
      .update(consents)
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .where(eq(consents.contactId, contactId))
    expect((await words()).pending).toBeNull()
    await tap('yes')
    expect(await mark()).toBe('unknown')
  })

  it('asks neither someone who refused, nor someone who is suppressed', async () => {
    await note({ state: 'denied', source: 'manual' })
    await note()
    expect(await mark()).toBe('denied')
    const other = somePhone()
    const ctx = systemCtx(world.deps, 'test')
    contactId = (await inbox.call('POST', 'contacts', { phone: `+${other}` })).body.contact.id
    await suppressions.suppress(ctx, inbox.companyId, [{ kind: 'phone', value: other }], 'opt_out')
    await note()
    expect(await questions()).toEqual([])
  })

  it('counts at once where a member heard it, and where nothing is set up', async () => {
    await note({ source: 'manual' })
    expect(await mark()).toBe('granted')
    const stranger = await openTeamInbox(world)
    const { contact } = (await stranger.call('POST', 'contacts', { phone: `+${somePhone()}` })).body
    const said = { state: 'granted', source: 'form', note: 'Form' }
    const path = `contacts/${contact.id}/consents`
    expect((await stranger.call('POST', path, said)).body).toMatchObject({ effective: [{ state: 'granted' }] })
    expect((await stranger.call('POST', path, { ...said, confirm: true })).status).toBe(422)
  })
})

it('asks whom a file brings, where the import says so', async () => {
  const me = await createImporter(world, { role: 'admin' }, inbox.company)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const consent = { source: 'form', textVersion: '2026-1', at, confirm: true }
  const other = somePhone()
  const done = await me.run(`nome,telefone\nRui,+${other}\n`, { rules: { consent } })
  await inbox.settle()
  const [rui] = (await inbox.call('GET', `contacts?search=${other}`)).body.data
  expect(rui).toMatchObject({ displayName: 'Rui', marketing: 'unknown' })
  contactId = rui.id
  expect((await words()).pending).not.toBeNull()
  expect(await questions()).toHaveLength(1)
  expect(done.state).toBe('completed')
})

it('takes only numbers of the company', async () => {
  const stranger = await openTeamInbox(world)
  const { settings, version } = (await stranger.call('GET', 'contact-settings')).body
  const doubleOptIn = { channelId: inbox.channel.id, templates: { pt: template }, days: 7 }
  const path = 'contact-settings'
  const refused = await stranger.call('PUT', path, { settings: { ...settings, doubleOptIn }, version })
  expect(refused.status).toBe(422)
})
