import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { type Automations, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let home: Automations

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  home = await openAutomations(world)
})
afterAll(() => world.close())

const made = async (path: string, body: object): Promise<string> => (await home.call('POST', path, body)).body.id
const tagged = (id: string) => ({
  value: 'AND' as const,
  children: [{ field: 'tags', operator: 'ANY_IN', value: [id] }],
})

test('settings stay while an automation that is live names them, unless a person removes them anyway', async () => {
  const [tag, list] = [await made('tags', { name: 'vip', color: 'gray' }), await made('lists', { name: 'Club' })]
  const attribute = await made('contact-attributes', {
    ...{ key: 'size', label: { en: 'Size', pt: 'Tamanho' }, type: 'text' },
  })
  const segment = await made('segments', { name: 'VIPs', filter: tagged(tag), shared: true })
  const { id } = await home.live(
    graphOf(trigger('segment_entered', { segmentIds: [segment] }), [
      node('list', 'l', { listId: list }),
      node('note', 'n', { text: 'Wears {{contact.attributes.size|any}}' }),
    ]),
    'Welcome',
  )
  const refusal = async (path: string) => {
    const { body } = await home.call('DELETE', path)
    return [body.code, body.data?.names]
  }
  const paths = [`lists/${list}`, `contact-attributes/${attribute}`, `segments/${segment}`]
  for (const path of paths) expect(await refusal(path)).toEqual(['in_use', 'Welcome'])
  const [shown] = (await home.call('GET', 'segments')).body.data
  expect(shown.usedBy).toEqual([{ by: 'automation', id, name: 'Welcome' }])
  expect((await home.call('DELETE', `lists/${list}?force=yes`)).status).toBe(204)
  expect((await home.call('PUT', `automations/${id}/state`, { state: 'archived' })).status).toBe(200)
  for (const path of paths.slice(1)) expect((await home.call('DELETE', path)).status).toBe(204)
})

test('a merged tag is followed into automations, and into runs that go on', async () => {
  const [from, into] = [
    await made('tags', { name: 'vips', color: 'gray' }),
    await made('tags', { name: 'vip', color: 'gray' }),
  ]
  const live = await home.live(
    graphOf(
      trigger('manual'),
      [node('wait', 'w', { span: { amount: 1, unit: 'hours' } }), node('tag', 't', { add: [from], remove: [into] })],
      { goal: { kind: 'tag_added', tagIds: [from, into] } },
    ),
  )
  const contactId = newId()
  await world.deps.database.db.insert(contacts).values({ companyId: home.companyId, id: contactId, name: 'Bia' })
  await home.call('POST', `automations/${live.id}/starts`, { contactId })
  await home.settle()
  const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows
  await query(`update automation_runs set event = jsonb_build_object('tag', $1::text)`, from)
  expect((await home.call('POST', `tags/${from}/merge`, { intoId: into })).status).toBe(200)
  expect(await query('select event from automation_runs where contact_id = $1', contactId)).toEqual([
    { event: { tag: into } },
  ])
  await home.pass(2)
  expect(await query('select tag_ids from contacts where id = $1', contactId)).toEqual([{ tag_ids: [into] }])
  const { draft, findings } = (await home.call('GET', `automations/${live.id}`)).body
  expect([draft.goal.tagIds, draft.nodes[1].add, draft.nodes[1].remove, findings]).toEqual([[into], [into], [], []])
})
