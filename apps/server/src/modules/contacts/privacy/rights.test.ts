import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { deliver, inboundBody, textContent } from '#server/test/webhooks.ts'
import { emptyBinJob } from './empty-bin.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const get = (path: string) => inbox.call('GET', path)
const post = (path: string, body: object = {}) => inbox.call('POST', path, body)
const setContact = (id: string, change: Partial<typeof contacts.$inferInsert>) =>
  world.deps.database.db.update(contacts).set(change).where(eq(contacts.id, id))
const somebody = async () => {
  const phone = await inbox.write('Oi')
  const { id, contactId } = await inbox.conversationOf(phone)
  return { phone, conversationId: id, contactId }
}
const edit = async (id: string, change: object) =>
  inbox.call('PATCH', `contacts/${id}`, { version: (await get(`contacts/${id}`)).body.version, ...change })
const ask = (contactId: string, kind: string) => post('privacy-requests', { contactId, kind })
const merge = (survivor: string, otherId: string) => post(`contacts/${survivor}/merges`, { otherId })

describe('a contact in the bin', () => {
  it('still has privacy rights: what is kept is shown, exported and erased, and a request keeps it there', async () => {
    const { contactId } = await somebody()
    await setContact(contactId, { deletedAt: new Date(Date.now() - 31 * 86_400_000) })
    const own = `contacts/${contactId}`
    const shown = ['', '/consents', '/history', '/notes', '/erase-preview'].map((part) => get(`${own}${part}`))
    expect((await Promise.all(shown)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await ask(contactId, 'access')).status).toBe(201)
    await world.deps.jobs.enqueue(world.deps.database.db, emptyBinJob, {})
    await world.deps.jobs.drain(world.deps)
    expect((await get(own)).body.displayName, 'as somebody waits for an answer').toBe('Bia')
    expect((await inbox.call('PUT', `${own}/legal-hold`, { reason: 'Lawsuit' })).status).toBe(200)
    expect((await inbox.call('PUT', `${own}/legal-hold`, { reason: null })).status).toBe(200)
    const exported = await post(`${own}/export`)
    expect(exported.status, JSON.stringify(exported.body)).toBe(202)
    await world.deps.jobs.drain(world.deps)
    const { data } = (await get('tasks')).body
    expect(data.find(({ id }: { id: string }) => id === exported.body.id)).toMatchObject({ status: 'completed' })
    expect((await post(`${own}/erase`, { mode: 'delete', confirm: 'Bia' })).status).toBe(202)
  })
})

describe('two contacts that become one', () => {
  it('have the privacy requests of both, until they are parted', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const { body: request } = await ask(other.contactId, 'erasure')
    const contactOf = async () => (await get(`privacy-requests/${request.id}`)).body.contact.id
    const { body } = await merge(one.contactId, other.contactId)
    expect(await contactOf()).toBe(one.contactId)
    await inbox.call('DELETE', `contacts/${one.contactId}/merges/${body.merge.id}`)
    expect(await contactOf()).toBe(other.contactId)
  })

  it('keep a legal hold of either, also when a message shows that both are one person', async () => {
    const bsuid = `BR.${newId().replaceAll('-', '').slice(0, 16)}`
    const say = async (user: object) => {
      await deliver(
        world.app,
        world.deps,
        inboundBody(inbox.line, { name: 'Bia', ...user } as never, textContent('Oi')),
      )
      await inbox.settle()
    }
    const { phone, contactId } = await somebody()
    await say({ bsuid })
    const { pool } = world.deps.database
    const idOf = async () =>
      (await pool.query('select contact_id as id from contact_identities where bsuid = $1', [bsuid])).rows[0].id
    const held = await idOf()
    expect(held).not.toBe(contactId)
    await inbox.call('PUT', `contacts/${held}/legal-hold`, { reason: 'Lawsuit 12/2026' })
    await say({ phone, bsuid })
    expect(await idOf(), 'they are one by now').toBe(contactId)
    const erase = () => post(`contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Bia' })
    expect((await get(`contacts/${contactId}/erase-preview`)).body.legalHold).toBe('Lawsuit 12/2026')
    await setContact(contactId, { legalHold: null })
    expect((await erase()).body, 'even if only the record that is gone was held').toMatchObject({
      ...{ code: 'contact_on_legal_hold', data: { reason: 'Lawsuit 12/2026' } },
    })
    await inbox.call('PUT', `contacts/${contactId}/legal-hold`, { reason: null })
    expect((await erase()).status).toBe(202)
  })
})

describe('whoever is put on the list of people not to write to', () => {
  it('is on it with every number, and off it with every number', async () => {
    const [one, other] = [await somebody(), await somebody()]
    await merge(one.contactId, other.contactId)
    const say = async ({ conversationId }: { conversationId: string }) =>
      (await post(`conversations/${conversationId}/messages`, { type: 'text', clientKey: newId(), body: 'Oi' })).status
    expect((await post('suppressions', { value: `+${other.phone}`, reason: 'complaint' })).status).toBeLessThan(300)
    expect([await say(one), await say(other)]).toEqual([422, 422])
    await post('suppressions/lift', { value: `+${one.phone}`, reason: 'Asked for it' })
    expect([await say(one), await say(other)]).toEqual([201, 201])
  })

  it('does not come back as a further number or address of a contact that is there', async () => {
    const { contactId, phone } = await somebody()
    await post('suppressions', { value: '+5581988776655', reason: 'opt_out' })
    await post('suppressions', { value: 'rui@exemplo.com.br', reason: 'opt_out' })
    expect((await edit(contactId, { phones: [`+${phone}`, '+5581988776655'] })).body.code).toBe('contact_suppressed')
    expect((await edit(contactId, { email: 'Rui@exemplo.com.br' })).body.code).toBe('contact_suppressed')
    expect((await edit(contactId, { emails: ['a@exemplo.com.br', 'rui@exemplo.com.br'] })).body.code).toBe(
      'contact_suppressed',
    )
    await post('suppressions', { value: `+${phone}`, reason: 'opt_out' })
    expect((await edit(contactId, { name: 'Beatriz', phones: [`+${phone}`] })).status, 'what it has it keeps').toBe(200)
  })
})

describe('someone who was erased', () => {
  it('is named neither by what they were refused nor where they were another contact for a while', async () => {
    const [one, gone] = [await somebody(), await somebody()]
    await edit(gone.contactId, { name: 'Quitéria Zwanziger' })
    const { body: request } = await ask(gone.contactId, 'access')
    const refusal = { version: request.version, state: 'refused', refusal: 'Zwanziger is not who she says' }
    await inbox.call('PATCH', `privacy-requests/${request.id}`, refusal)
    const { body } = await merge(one.contactId, gone.contactId)
    await inbox.call('DELETE', `contacts/${one.contactId}/merges/${body.merge.id}`)
    const asked = { list: 'contacts', filter: { search: 'Zwanziger' }, format: 'csv' }
    expect((await post('list-exports', asked)).status).toBe(202)
    await post(`contacts/${gone.contactId}/erase`, { mode: 'delete', confirm: 'Quitéria Zwanziger' })
    await world.deps.jobs.drain(world.deps)
    const log = await world.deps.database.pool.query('select diff from audit_logs where company_id = $1', [
      inbox.companyId,
    ])
    expect(JSON.stringify(log.rows), 'the log has what was asked by, not who was looked for').not.toContain('Zwanziger')
    expect(JSON.stringify(log.rows)).toContain('search')
    for (const path of [`privacy-requests/${request.id}`, `contacts/${one.contactId}/timeline`]) {
      const { status, body: shown } = await get(path)
      expect(status).toBe(200)
      expect(JSON.stringify(shown)).not.toContain('Zwanziger')
    }
  })

  it('is not written about any more, is in no list and becomes no part of others', async () => {
    const { contactId } = await somebody()
    const other = await somebody()
    const note = await post(`contacts/${contactId}/notes`, { kind: 'note', body: 'Oi' })
    expect(note.status, JSON.stringify(note.body)).toBe(201)
    await post(`contacts/${contactId}/erase`, { mode: 'anonymise', confirm: 'Bia' })
    await world.deps.jobs.drain(world.deps)
    const refused = [
      await edit(contactId, { name: 'Bia' }),
      await post(`contacts/${contactId}/notes`, { kind: 'note', body: 'Foi a Bia' }),
      await post(`contacts/${contactId}/consents`, { state: 'granted', source: 'paper' }),
      await merge(contactId, other.contactId),
      await merge(other.contactId, contactId),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'state_invalid'))
    const listed = (await get('contacts')).body.data.map(({ id }: { id: string }) => id)
    expect(listed).toEqual([other.contactId])
  })
})
