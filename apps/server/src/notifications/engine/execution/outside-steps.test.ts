import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

let world: NotificationWorld
let address: Awaited<ReturnType<typeof startStandIn>>
beforeAll(async () => {
  world = await openNotificationWorld()
  address = await startStandIn()
})
afterAll(async () => {
  await world.close()
  await address.close()
})
beforeEach(() => address.reset())

const starts = (workflow: string) => step({ type: 'trigger' }, { metadata: { workflow } })
const calls = (url: string, more: object = {}) => step({ type: 'custom' }, { name: 'crm', metadata: { url }, ...more })
const countRuns = async (workflowId: string) => {
  const result = await world.deps.database.pool.query<{ n: number }>(
    'select count(*)::int as n from notification_runs where workflow_id = $1',
    [workflowId],
  )
  return result.rows[0]?.n
}

describe('a step that starts a workflow', () => {
  it('starts it for the same subscriber, payload, tenant and actor', async () => {
    await world.createTenant('acme')
    const child = await world.createWorkflow([inApp('{{n}} {{actor.firstName}} {{tenant.identifier}}')])
    const parent = await world.createWorkflow([starts(child.name), inApp('Parent')])
    const actor = { subscriberId: 'gil', firstName: 'Gil' }
    const { transactionId } = await world.trigger(parent.name, 'ana', { n: 1 }, { actor, tenant: 'acme' })
    expect((await world.inbox('ana')).sort()).toEqual(['1 Gil acme', 'Parent'])
    expect(await world.moments(transactionId)).toContain('workflow_started')
  })

  it('that is done twice starts it once', async () => {
    const child = await world.createWorkflow([inApp('Child')])
    const parent = await world.createWorkflow([starts(child.name)])
    const { transactionId } = await world.trigger(parent.name, 'bia')
    const again = `update notification_jobs j set status = 'queued', run_at = $2 from notification_runs r
      where r.id = j.run_id and r.transaction_id = $1`
    await world.deps.database.pool.query(again, [transactionId, world.now()])
    await world.settle()
    expect(await world.inbox('bia')).toEqual(['Child'])
  })

  it('fails for a workflow that is not there or not active, and the run goes on', async () => {
    const inactive = await world.createWorkflow([inApp('x')], { active: false })
    for (const name of ['unknown', inactive.name]) {
      const parent = await world.createWorkflow([starts(name), inApp('Parent')])
      const { transactionId } = await world.trigger(parent.name, 'caio')
      expect(await world.statuses(transactionId)).toEqual(['failed', 'completed'])
      expect(await world.moments(transactionId)).toContain('step_failed')
    }
  })

  it('does not go on for ever when workflows start one another', async () => {
    const first = await world.createWorkflow([inApp('First')])
    const second = await world.createWorkflow([starts(first.name)])
    const groups = await world.call('GET', '/notification-groups')
    const changed = await world.call('PUT', `/workflows/${first.id}`, {
      name: 'First',
      notificationGroupId: groups.body.data[0]._id,
      steps: [inApp('First'), starts(second.name)],
    })
    expect(changed.status).toBe(200)
    await world.trigger(first.name, 'davi')
    const runs = [await countRuns(first.id), await countRuns(second.id)]
    expect(runs).toEqual([6, 5])
    const { rows } = await world.deps.database.pool.query(
      `select j.details from notification_jobs j join notification_runs r on r.id = j.run_id
       where r.workflow_id = any($1) and j.status = 'failed'`,
      [[first.id, second.id]],
    )
    expect(rows).toEqual([
      { details: expect.arrayContaining([expect.objectContaining({ moment: 'recursion_refused' })]) },
    ])
  })
})

describe('a step that calls an address', () => {
  it('tells what it knows, and gives what it hears to the steps after it', async () => {
    address.reply({ body: { tier: 'gold', nested: { score: 7 } } }, { body: 'no json' })
    const { name } = await world.createWorkflow([
      calls(`${address.url}/crm`),
      calls(`${address.url}/second`, { name: 'second' }),
      inApp('{{step.crm.tier}} {{step.crm.nested.score}}'),
    ])
    const { transactionId } = await world.trigger(name, { subscriberId: 'eva', data: { a: 1 } }, { n: 1 })
    expect(await world.inbox('eva')).toEqual(['gold 7'])
    const [first, second] = address.calls
    expect(first).toMatchObject({
      method: 'POST',
      url: '/crm',
      json: { workflow: name, transactionId, payload: { n: 1 }, subscriber: { subscriberId: 'eva', data: { a: 1 } } },
    })
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{24}$/)
    expect(second?.json).toMatchObject({ steps: { crm: { tier: 'gold' } } })
    expect(await world.moments(transactionId)).toContain('address_called')
  })

  it('tries again as the same call, three times in all', async () => {
    address.reply({ status: 500 }, 'silence', { body: { ok: true } })
    const lucky = await world.createWorkflow([calls(address.url), inApp('{{step.crm.ok}}')])
    const sent = await world.trigger(lucky.name, 'fabi')
    expect(await world.statuses(sent.transactionId)).toEqual(['queued', 'pending'])
    await world.later(4_000)
    await world.later(8_000)
    expect(await world.inbox('fabi')).toEqual(['true'])
    expect(new Set(address.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect((await world.moments(sent.transactionId)).filter((moment) => moment === 'address_retried')).toHaveLength(2)

    address.reset()
    address.reply({ status: 500 }, { status: 500 }, { status: 500 })
    const unlucky = await world.createWorkflow([calls(address.url), inApp('After')])
    const failed = await world.trigger(unlucky.name, 'gil')
    for (const wait of [4_000, 8_000, 60_000]) await world.later(wait)
    expect(address.calls).toHaveLength(3)
    expect(await world.statuses(failed.transactionId)).toEqual(['failed', 'completed'])
  })

  it.each(['http://127.0.0.2:5339/', 'http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]:5339/'])(
    'does not call %s inside the network, and fails at once',
    async (url) => {
      const { name } = await world.createWorkflow([calls(url)])
      const { transactionId } = await world.trigger(name, 'hugo')
      expect(await world.statuses(transactionId)).toEqual(['failed'])
      expect((await world.jobs(transactionId))[0]?.executionDetails.at(-1)).toMatchObject({
        moment: 'step_failed',
        raw: expect.stringContaining('may not be called'),
      })
    },
  )
})
