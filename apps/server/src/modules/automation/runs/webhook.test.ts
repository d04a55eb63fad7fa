import { webhookPayload } from '@recado/contracts/integrations/webhook-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { isUuid } from '#server/lib/ids.ts'
import { eraseDeliveries } from '#server/modules/integrations/webhook-endpoints/queries/erase.ts'
import { type Automations, edge, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let home: Automations
let endpointId: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  home = await openAutomations(world)
  const body = { url: 'https://erp.example.test/hook', events: ['automation.event'] }
  endpointId = (await home.call('POST', 'webhook-endpoints', body)).body.id
})
afterAll(() => world.close())

const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows
const told = () =>
  query(
    'select event_id, type, data, object_key from webhook_deliveries where endpoint_id = $1 order by seq',
    endpointId,
  )
const hook = (fields: { key: string; value: string }[], event = 'lead.qualified') =>
  node('webhook', 'hook', { event, fields })
const fields = [
  { key: 'who', value: '{{contact.first_name}}: {{event.text}}' },
  { key: 'first', value: '{{event.first}}' },
]
const starting = trigger('message_received', { first: true })

describe('an event of an automation', () => {
  it('is told to the endpoints that want it, with what its author chose, once for a step of a run', async () => {
    const { id } = await home.live(graphOf(starting, [hook(fields)]))
    const phone = await home.write('Oi')
    const [run] = await home.runs(id)
    const data = {
      ...{ automationId: id, runId: run.id, contactId: await home.contact(phone), name: 'lead.qualified' },
      payload: { who: 'Bia: Oi', first: true },
    }
    const [fact, ...more] = await told()
    expect([fact, more]).toMatchObject([{ type: 'automation.event', data, object_key: `run:${run.id}` }, []])
    expect(webhookPayload('automation.event').shape.data.parse(data)).toEqual(data)
    expect(isUuid(fact.event_id)).toBe(true)
    // The step is done again, as if nothing were known of it.
    await query(
      `update automation_runs set state = 'pending', node = 'hook', wake_at = now(), ended_at = null where id = $1`,
      run.id,
    )
    await home.settle()
    expect((await home.run(run.id)).log).toHaveLength(2)
    expect(await told()).toEqual([fact])
  })

  it('is told for each round of a loop', async () => {
    const loop = node('loop', 'loop', { over: 'event.text', as: 'item' })
    await home.live(
      graphOf(starting, [loop, hook([{ key: 'item', value: '{{vars.item}}' }])], {
        edges: [edge('loop', 'hook', 'each')],
      }),
    )
    await home.write('a, b')
    expect((await told()).map(({ data }) => data.payload)).toEqual([{ item: 'a' }, { item: 'b' }])
  })

  it('is shown by a dry run, and not told', async () => {
    const { id } = await home.create(graphOf(starting, [hook(fields)]))
    const { body } = await home.call('POST', `automations/${id}/test`, { fields: { text: 'Oi', first: true } })
    expect(body.steps).toMatchObject([
      { state: 'done', input: { name: 'lead.qualified', payload: { who: ': Oi', first: true } } },
    ])
    expect(await told()).toEqual([])
  })

  it('keeps nothing of what was told about a person who is erased', async () => {
    await home.live(graphOf(starting, [hook(fields)]))
    const contactId = await home.contact(await home.write('Oi'))
    await query(`update webhook_deliveries set state = 'delivered' where endpoint_id = $1`, endpointId)
    const whom = { companyId: home.companyId, mode: 'delete' as const, contactIds: [contactId] }
    const subject = { ...whom, phones: [], bsuids: [], emails: [], names: [] }
    await eraseDeliveries(systemCtx(world.deps, 'test'), subject, new AbortController().signal)
    const [fact] = await told()
    expect([fact.data.contactId, fact.data.payload]).toEqual([contactId, {}])
  })

  it('needs a name, and fields that differ', async () => {
    const twins = [...fields, { key: 'who', value: '{{nothing.here}}' }]
    const { body } = await home.call('POST', 'automations', { name: 'x', draft: graphOf(starting, [hook(twins, '')]) })
    expect(body.findings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual([
      'required nodes.0.event',
      'invalid nodes.0.fields.2.key',
      'placeholder_unknown nodes.0.fields.2.value',
    ])
  })
})
