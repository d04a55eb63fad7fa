import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookPayload } from '@recado/contracts/integrations/webhook-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { type Automations, edge, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'
import { eraseRuns } from './queries/retention.ts'

let world: TeamInboxWorld
let home: Automations
let system: Server
let url: string
let answers: { status: number; body: string }[]
let asked: { method: string; key: string; body: string }[]

beforeAll(async () => {
  world = await startTeamInboxWorld()
  system = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      asked.push({ method: request.method ?? '', key: String(request.headers['idempotency-key']), body })
      const answer = answers.shift() ?? { status: 200, body: '{}' }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => system.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(system.address() as AddressInfo).port}/orders`
})
beforeEach(async () => {
  home = await openAutomations(world)
  answers = []
  asked = []
})
afterAll(async () => {
  await new Promise((resolve) => system.close(resolve))
  await world.close()
})

const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows
const onMessage = (words: string[] = []) => trigger('message_received', { words })
const text = (id: string, words: string) => node('send_text', id, { text: words })
const saidTo = async (phone: string) => home.said((await home.conversationOf(phone)).id)

describe('calls of other systems', () => {
  const call = (more = {}) =>
    node('http_request', 'call', {
      ...{ url, body: '{"text":"{{event.text}}"}', save: [{ variable: 'total', path: '$.order.total' }] },
      ...more,
    })

  it('keeps what is asked for of an answer, and tries again what may answer later, by the same key', async () => {
    answers = [
      { status: 503, body: '' },
      { status: 200, body: '{"order":{"total":89.9}}' },
    ]
    await home.live(graphOf(onMessage(), [call(), text('t', 'Total: {{vars.total}}')]))
    const phone = await home.write('diga "oi"')
    await home.pass(1)
    expect(await saidTo(phone)).toEqual(['Total: 89.9'])
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([{ text: 'diga "oi"' }, { text: 'diga "oi"' }])
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })

  it('is given up after three tries, and goes the way of errors', async () => {
    answers = Array.from({ length: 5 }, () => ({ status: 500, body: '' }))
    const graph = graphOf(onMessage(), [call({ onError: 'branch' }), text('t', 'certo'), text('e', 'erro')], {
      edges: [edge('call', 'e', 'error')],
    })
    const { id } = await home.live(graph)
    const phone = await home.write('oi')
    await home.pass(1)
    await home.pass(1)
    await home.pass(1)
    expect([asked.length, await saidTo(phone)]).toEqual([3, ['erro']])
    const [run] = await home.runs(id)
    expect((await home.run(run.id)).log[0]).toMatchObject({
      state: 'failed',
      outlet: 'error',
      error: { code: 'http_status' },
    })
  })

  it('is told to systems that want to know of failed runs, once for each time it fails', async () => {
    answers = Array.from({ length: 2 }, () => ({ status: 404, body: 'no such order' }))
    const endpoint = await home.call('POST', 'webhook-endpoints', {
      ...{ url: 'https://erp.example.test/hook', events: ['automation.run.failed'] },
    })
    const { id } = await home.live(graphOf(onMessage(), [call()]))
    const phone = await home.write('oi')
    const [run] = await home.runs(id)
    await home.settle()
    const told = () =>
      query(
        'select type, data, object_key from webhook_deliveries where endpoint_id = $1 order by seq',
        endpoint.body.id,
      )
    const contactId = await home.contact(phone)
    const conversationId = (await home.conversationOf(phone)).id
    const data = { automationId: id, runId: run.id, contactId, conversationId, code: 'http_status' }
    const fact = { type: 'automation.run.failed', data, object_key: `run:${run.id}` }
    expect(await told()).toEqual([fact])
    expect(webhookPayload('automation.run.failed').shape.data.parse(data)).toEqual(data)
    await home.call('POST', `automation-runs/${run.id}/retry`, {})
    await home.settle()
    expect(await told()).toEqual([fact, fact])
  })

  it('goes on from the step that failed when it is retried', async () => {
    answers = [{ status: 404, body: 'no such order' }]
    const { id } = await home.live(graphOf(onMessage(), [text('a', 'antes'), call(), text('b', 'depois')]))
    const phone = await home.write('oi')
    const [run] = await home.runs(id)
    expect(run).toMatchObject({ state: 'failed', node: 'call', error: { code: 'http_status' } })
    expect((await home.call('POST', `automation-runs/${run.id}/retry`, {})).status).toBe(200)
    await home.settle()
    expect(await saidTo(phone)).toEqual(['antes', 'depois'])
  })
})

describe('what may happen to a run', () => {
  it('the template of a step is gone: the run fails there, and says why', async () => {
    await home.template('ready', 'UTILITY')
    const template = { name: 'ready', language: 'pt_BR', values: {} }
    const { id } = await home.live(graphOf(onMessage(), [node('wait', 'w'), node('send_template', 't', { template })]))
    const phone = await home.write('oi')
    await query(`delete from templates where company_id = $1 and name = 'ready'`, home.companyId)
    await home.pass(2)
    expect(await saidTo(phone)).toEqual([])
    expect((await home.runs(id))[0]).toMatchObject({
      state: 'failed',
      node: 't',
      error: { code: 'template_not_sendable' },
    })
  })

  it('the window is closed: a text is left out, or goes as the template that its author chose', async () => {
    const late = (more: object) =>
      graphOf(onMessage(), [
        node('wait', 'w', { span: { amount: 2, unit: 'days' } }),
        node('send_text', 't', { text: 'oi', ...more }),
      ])
    const skipping = await home.live(late({ closedWindow: 'skip' }))
    const phone = await home.write('oi')
    await query(
      `update conversations set window_expires_at = now() - interval '1 hour' where company_id = $1`,
      home.companyId,
    )
    await home.pass(49)
    const [run] = await home.runs(skipping.id)
    expect([run.state, await saidTo(phone)]).toEqual(['completed', []])
    expect((await home.run(run.id)).log.at(-1)).toMatchObject({
      state: 'skipped',
      decision: { reason: 'window_closed' },
    })
  })

  it('the contact is erased while it waits: it ends, and nothing of them is left', async () => {
    const { id } = await home.live(
      graphOf(onMessage(), [
        node('set_variable', 'v', { variable: 'said', value: '{{event.text}}' }),
        node('wait', 'w'),
        text('t', 'oi'),
      ]),
    )
    const phone = await home.write('segredo')
    const contactId = await home.contact(phone)
    const subject = {
      companyId: home.companyId,
      mode: 'delete' as const,
      contactIds: [contactId],
      phones: [],
      bsuids: [],
      emails: [],
      names: [],
    }
    await eraseRuns(systemCtx(world.deps, 'test'), subject, new AbortController().signal)
    const again = await eraseRuns(systemCtx(world.deps, 'test'), subject, new AbortController().signal)
    await home.pass(2)
    expect((await home.runs(id))[0]).toMatchObject({ state: 'canceled', ending: 'contact_erased', contact: null })
    const left = await query(
      `select (select json_agg(r)::text from automation_runs r where company_id = $1) as runs,
        (select json_agg(s)::text from automation_run_steps s where company_id = $1) as steps,
        (select count(*)::int from automation_events where company_id = $1) as events`,
      home.companyId,
    )
    expect([left[0].runs.includes('segredo'), left[0].steps.includes('segredo'), left[0].events]).toEqual([
      false,
      false,
      0,
    ])
    expect(Object.values(again)).toEqual([0, 0, 0])
  })

  it('the clock is set back: a run that waits goes on once, when its time comes', async () => {
    await home.live(graphOf(onMessage(), [node('wait', 'w'), text('t', 'agora')]))
    const phone = await home.write('oi')
    const { now } = world.deps
    try {
      Object.assign(world.deps, { now: () => new Date(now().getTime() - 7_200_000) })
      await home.settle()
      expect(await saidTo(phone)).toEqual([])
      Object.assign(world.deps, { now: () => new Date(now().getTime() + 7_200_000) })
      await home.settle()
      await home.settle()
    } finally {
      Object.assign(world.deps, { now })
    }
    expect(await saidTo(phone)).toEqual(['agora'])
  })

  it('someone opts out: marketing is skipped, and the run goes on', async () => {
    await home.template('weekly_news', 'MARKETING')
    const template = { name: 'weekly_news', language: 'pt_BR', values: {} }
    const { id } = await home.live(
      graphOf(onMessage(['oi']), [node('send_template', 't', { template }), text('x', 'fim')]),
    )
    const phone = await home.write('Olá')
    await home.write('PARAR', { phone })
    await home.write('oi', { phone })
    const [run] = await home.runs(id)
    expect((await home.run(run.id)).log[0]).toMatchObject({ state: 'skipped', decision: { reason: 'opted_out' } })
    expect(run.state).toBe('completed')
  })

  it('too many runs fail: it is paused by itself', async () => {
    answers = Array.from({ length: 60 }, () => ({ status: 400, body: '' }))
    const { id } = await home.live(
      graphOf(trigger('api'), [node('http_request', 'call', { url })], {
        rules: { concurrency: 'parallel', reentry: 'always', reentryDays: 1 },
      }),
    )
    const contactId = await home.contact(await home.write('oi'))
    await query(
      `insert into automation_runs (id, company_id, automation_id, version, event_id, trigger, state, ending, event, started_at, updated_at, ended_at)
        select gen_random_uuid(), $1, $2, 1, gen_random_uuid(), 'api', case when n % 4 = 0 then 'failed' else 'completed' end, 'finished', '{}', now(), now(), now()
        from generate_series(1, 50) n`,
      home.companyId,
      id,
    )
    await home.call('POST', `automations/${id}/starts`, { contactId })
    await query(
      `insert into automation_events (id, company_id, kind, contact_id, fields, automation_id, at)
        values (gen_random_uuid(), $1, 'api', $2, '{}', $3, now())`,
      home.companyId,
      contactId,
      id,
    )
    await home.settle()
    expect((await home.call('GET', `automations/${id}`)).body).toMatchObject({ state: 'paused', pauseReason: 'errors' })
  })

  it('the company loses automations: all are paused, and nothing enters', async () => {
    const { id } = await home.live(graphOf(onMessage(), [text('t', 'oi')]))
    await home.setBlocks(['integrations', 'whatsapp_chat'])
    const phone = await home.write('oi')
    expect(await saidTo(phone)).toEqual([])
    const rows = await query('select refusal from automation_entries where automation_id = $1', id)
    expect(rows).toEqual([{ refusal: 'access_revoked' }])
  })
})
