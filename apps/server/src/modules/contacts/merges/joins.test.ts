import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactListMembers } from '#server/db/schema/contacts/lists.ts'
import { contactNotes } from '#server/db/schema/contacts/notes.ts'
import { newId } from '#server/lib/ids.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { deliver, inboundBody, textContent } from '#server/test/webhooks.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const get = async (path: string) => (await inbox.call('GET', path)).body
const post = async (path: string, body: object = {}) => {
  const answer = await inbox.call('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const edit = async (id: string, change: object) => {
  const answer = await inbox.call('PATCH', `contacts/${id}`, {
    ...change,
    version: (await get(`contacts/${id}`)).version,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const say = async (user: { phone?: string; bsuid?: string }) => {
  await deliver(world.app, world.deps, inboundBody(inbox.line, { name: 'Bia', ...user } as never, textContent('Oi')))
  await inbox.settle()
}
const contactOf = async (bsuid: string): Promise<string> => {
  const { rows } = await world.deps.database.pool.query(
    'select contact_id as id from contact_identities where company_id = $1 and bsuid = $2',
    [inbox.companyId, bsuid],
  )
  return rows[0].id
}

/** One person with two records: known by the phone, and by Meta's id with all that the team has written about them. */
const twice = async () => {
  const bsuid = `BR.${newId().replaceAll('-', '').slice(0, 16)}`
  const phone = await inbox.write('Oi')
  const { contactId } = await inbox.conversationOf(phone)
  await say({ bsuid })
  const other = await contactOf(bsuid)
  expect(other).not.toBe(contactId)
  return { phone, bsuid, contactId, other }
}

const listed = async (id: string) => {
  const { db } = world.deps.database
  return (await db.select().from(contactListMembers).where(eq(contactListMembers.contactId, id))).length
}
const notesOf = async (id: string) => {
  const { db } = world.deps.database
  return (await db.select().from(contactNotes).where(eq(contactNotes.contactId, id))).length
}
const suppressed = async (value: string): Promise<boolean> => (await post('suppressions/check', { value })).suppressed

describe('two records that a message shows to be one person', () => {
  const written = async (other: string) => {
    await edit(other, { email: 'bia@exemplo.com.br', notes: 'liga cedo', organization: 'Padaria' })
    await post(`contacts/${other}/notes`, { kind: 'note', body: 'Prefere pão doce' })
    await post(`contacts/${other}/notes`, { kind: 'task', body: 'Ligar', dueAt: '2030-01-01T12:00:00.000Z' })
    await post(`contacts/${other}/consents`, { state: 'denied', source: 'paper', medium: 'email', purpose: 'utility' })
    const list = await post('lists', { name: 'Padarias' })
    await post('contact-changes', { selection: { ids: [other] }, change: { type: 'add_to_list', listId: list.id } })
    return post('privacy-requests', { contactId: other, kind: 'access' })
  }

  it('are one with the notes, tasks, lists, requests and consents of both, as the timeline says', async () => {
    const { phone, bsuid, contactId, other } = await twice()
    const request = await written(other)
    await say({ phone, bsuid })
    expect(await contactOf(bsuid)).toBe(contactId)
    expect(await notesOf(contactId)).toBe(2)
    expect(await listed(contactId)).toBe(1)
    expect((await get(`privacy-requests/${request.id}`)).contact.id).toBe(contactId)
    expect(await get(`contacts/${contactId}`)).toMatchObject({ email: 'bia@exemplo.com.br', organization: 'Padaria' })
    const words = (await get(`contacts/${contactId}/consents`)).data
    expect(words.map((one: { state: string; purpose: string }) => [one.purpose, one.state])).toContainEqual([
      ...['utility', 'denied'],
    ])
    const events = (await get(`contacts/${contactId}/timeline`)).data
    expect(JSON.stringify(events)).toContain('"merged"')
    expect((await get(`contacts/${other}`)).id).toBe(contactId)
  })

  it('can be parted again, each with what is theirs', async () => {
    const { phone, bsuid, contactId, other } = await twice()
    const request = await written(other)
    await say({ phone, bsuid })
    const [merge] = (await get(`contacts/${contactId}/merges`)).data
    expect(merge).toMatchObject({ mergedId: other })
    expect((await inbox.call('DELETE', `contacts/${contactId}/merges/${merge.id}`)).status).toBe(204)
    expect([await notesOf(contactId), await notesOf(other)]).toEqual([0, 2])
    expect([await listed(contactId), await listed(other)]).toEqual([0, 1])
    expect((await get(`privacy-requests/${request.id}`)).contact.id).toBe(other)
    expect(await get(`contacts/${contactId}`)).toMatchObject({ email: null, organization: null })
    expect(await get(`contacts/${other}`)).toMatchObject({ email: 'bia@exemplo.com.br', notes: 'liga cedo' })
    // Messages by either name go on where the phone is known.
    await say({ phone, bsuid })
    expect(await contactOf(bsuid)).toBe(contactId)
  })

  it('keep every number that either has', async () => {
    const { phone, bsuid, contactId, other } = await twice()
    await edit(other, { phones: ['+5511933334444'] })
    await say({ phone, bsuid })
    const { phones } = await get(`contacts/${contactId}`)
    expect(JSON.stringify(phones)).toContain(phone)
    expect(JSON.stringify(phones)).toContain('5511933334444')
  })

  it('are suppressed with every number when either was', async () => {
    const { phone, bsuid, contactId, other } = await twice()
    await edit(other, { email: 'bia@exemplo.com.br' })
    await post('suppressions', { value: `+${phone}`, reason: 'complaint' })
    expect(await suppressed('bia@exemplo.com.br')).toBe(false)
    await say({ phone, bsuid })
    expect(await suppressed('bia@exemplo.com.br')).toBe(true)
    const [merge] = (await get(`contacts/${contactId}/merges`)).data
    await inbox.call('DELETE', `contacts/${contactId}/merges/${merge.id}`)
    expect([await suppressed('bia@exemplo.com.br'), await suppressed(`+${phone}`)]).toEqual([false, true])
  })
})

describe('merging a person who must not be written to', () => {
  const two = async () => {
    const [one, other] = [await inbox.write('Oi'), await inbox.write('Olá')]
    const ids = [(await inbox.conversationOf(one)).contactId, (await inbox.conversationOf(other)).contactId] as const
    return { one, other, ids }
  }
  const both = async ({ one, other }: { one: string; other: string }) => [
    await suppressed(`+${one}`),
    await suppressed(`+${other}`),
  ]
  const undo = async (id: string, merge: string) =>
    expect((await inbox.call('DELETE', `contacts/${id}/merges/${merge}`)).status).toBe(204)

  it.each([0, 1])('suppresses the other’s numbers too, until they are parted (%i)', async (index) => {
    const pair = await two()
    await post('suppressions', { value: `+${index === 0 ? pair.one : pair.other}`, reason: 'complaint' })
    const before = await both(pair)
    const { merge } = await post(`contacts/${pair.ids[0]}/merges`, { otherId: pair.ids[1] })
    expect(await both(pair)).toEqual([true, true])
    await undo(pair.ids[0], merge.id)
    expect(await both(pair)).toEqual(before)
  })

  it('leaves on the list who complained again meanwhile', async () => {
    const pair = await two()
    await post('suppressions', { value: `+${pair.one}`, reason: 'opt_out' })
    const { merge } = await post(`contacts/${pair.ids[0]}/merges`, { otherId: pair.ids[1] })
    await post('suppressions', { value: `+${pair.other}`, reason: 'complaint' })
    await undo(pair.ids[0], merge.id)
    expect(await both(pair)).toEqual([true, true])
  })
})
