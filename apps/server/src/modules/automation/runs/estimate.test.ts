import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

const query = (text: string, ...values: unknown[]) => world.deps.database.pool.query(text, values)
const steps = [node('set_variable', 'v', { variable: 'a', value: '1' })]
const estimateOf = async (draft: AutomationGraph) => {
  const { id } = await home.create(draft)
  const { status, body } = await home.call('GET', `automations/${id}/estimate`)
  expect(status).toBe(200)
  return body
}

it('counts contacts, not messages, by the trigger and the conditions, of seven days', async () => {
  const priced = trigger('message_received', { words: ['preço'] })
  expect(await estimateOf(graphOf(priced, steps))).toEqual({ contacts: null, more: false })
  const asking = await home.write('Qual o preço?')
  await home.write('E o preço da outra?', { phone: asking })
  const former = await home.write('preço')
  await home.write('Bom dia')
  await home.write('qual o preço, por favor')
  const answers = [await estimateOf(graphOf(priced, steps))]
  await query(
    `update messages set occurred_at = occurred_at - interval '8 days' where conversation_id = $1`,
    (await home.conversationOf(former)).id,
  )
  answers.push(await estimateOf(graphOf(priced, steps)))
  const polite = {
    value: 'AND' as const,
    children: [{ field: 'event.text', operator: 'LIKE' as const, value: 'favor' }],
  }
  answers.push(await estimateOf(graphOf(priced, steps, { conditions: polite })))
  answers.push(await estimateOf(graphOf(trigger('message_received', { words: ['outra'], first: true }), steps)))
  expect(answers.map(({ contacts }) => contacts)).toEqual([3, 2, 1, 0])
  // Nothing is started by asking.
  const { rows } = await query('select 1 from automation_runs where company_id = $1', home.companyId)
  expect(rows).toEqual([])
})

it('knows what was recorded for automations, and says where nothing was', async () => {
  const tagged = graphOf(trigger('tag_added'), steps)
  const contactId = await home.contact(await home.write('oi'))
  expect(await estimateOf(tagged)).toEqual({ contacts: null, more: false })
  expect(await estimateOf(graphOf(trigger('manual'), steps))).toEqual({ contacts: null, more: false })
  const { id } = await home.live(tagged)
  await home.call('POST', 'tags', { name: 'cliente', color: 'teal' })
  const { version } = (await home.call('GET', `contacts/${contactId}`)).body
  await home.call('PATCH', `contacts/${contactId}`, { version, tags: ['cliente'] })
  await home.settle()
  expect((await home.call('GET', `automations/${id}/estimate`)).body).toEqual({ contacts: 1, more: false })
  expect(await estimateOf(tagged)).toEqual({ contacts: 1, more: false })
})
