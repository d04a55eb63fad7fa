import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { type Automations, edge, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
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

const query = async (text: string, ...values: unknown[]) => (await world.deps.database.pool.query(text, values)).rows
const onMessage = (words: string[] = []) => trigger('message_received', { words })
const text = (id: string, words: string, more = {}) => node('send_text', id, { text: words, ...more })
const saidTo = async (phone: string) => home.said((await home.conversationOf(phone)).id)
const everybody = { value: 'AND' as const, children: [] }
const where = (field: string, operator: 'EQUAL' | 'LIKE' | 'LARGER', value: string | number) => ({
  value: 'AND' as const,
  children: [{ field, operator, value }],
})

describe('what starts an automation', () => {
  it('answers a message that has its words, and no other', async () => {
    const { id } = await home.live(
      graphOf(onMessage(['preço', 'valor']), [text('reply', 'Olá, {{contact.first_name}}!')]),
    )
    const asking = await home.write('Qual é o PRECO?')
    const other = await home.write('Bom dia')
    expect([await saidTo(asking), await saidTo(other)]).toEqual([['Olá, Bia!'], []])
    expect(await home.runs(id)).toMatchObject([{ state: 'completed', ending: 'finished', steps: 1 }])
  })

  it('starts once however often the webhook comes, and only by the first message where that is asked', async () => {
    const { id } = await home.live(graphOf(trigger('message_received', { first: true }), [text('hi', 'Bem-vinda!')]))
    const wamid = `wamid.${newId()}`
    const phone = await home.write('Oi', { id: wamid })
    await home.write('Oi', { phone, id: wamid })
    await home.write('Ainda aí?', { phone })
    expect([await saidTo(phone), (await home.runs(id)).length]).toEqual([['Bem-vinda!'], 1])
  })

  it('starts by labels, tags, new contacts, resolved conversations and calls of the API', async () => {
    const [label] = await query(
      `insert into labels (id, company_id, name, color) values ($1, $2, 'vip', 'blue') returning id`,
      newId(),
      home.companyId,
    )
    const phone = await home.write('Oi')
    const conversation = await home.conversationOf(phone)
    const contactId = await home.contact(phone)
    const started = new Map<string, string>()
    const note = (kind: string) =>
      graphOf(trigger(kind as 'label_added'), [node('set_variable', 'v', { variable: 'a', value: '1' })])
    for (const kind of [
      'label_added',
      'conversation_resolved',
      'tag_added',
      'contact_created',
      'api',
      'manual',
    ] as const)
      started.set(kind, (await home.live(note(kind), kind)).id)
    const tag = await home.call('POST', 'tags', { name: 'cliente', color: 'teal' })
    await home.call('PUT', `conversations/${conversation.id}/labels`, { add: [label.id], remove: [] })
    const { version } = (await home.call('GET', `contacts/${contactId}`)).body
    await home.call('PATCH', `contacts/${contactId}`, { version, tags: ['cliente'] })
    await home.call('POST', 'contacts', { name: 'Rosa', phones: ['+5581988887777'] })
    await home.call('PUT', `conversations/${conversation.id}/status`, { status: 'resolved' })
    const manual = await home.call('POST', `automations/${started.get('manual')}/starts`, {
      conversationId: conversation.id,
    })
    await home.settle()
    const counts: Record<string, number> = {}
    for (const [kind, id] of started) counts[kind] = (await home.runs(id)).length
    expect([tag.status, manual.status]).toEqual([201, 202])
    expect(counts).toEqual({
      ...{ label_added: 1, conversation_resolved: 1, tag_added: 1, contact_created: 1, api: 0, manual: 1 },
    })
  })
})

describe('ways through an automation', () => {
  it('branches by the event and the contact, and says why', async () => {
    const branch = node('branch', 'big', {
      filter: {
        value: 'AND',
        children: [
          { field: 'event.text', operator: 'LIKE', value: 'urgente' },
          { field: 'name', operator: 'EQUAL', value: 'bia' },
        ],
      },
    })
    const { id } = await home.live(
      graphOf(onMessage(), [branch, text('yes', 'sim'), text('no', 'não')], {
        edges: [edge('big', 'yes', 'yes'), edge('big', 'no', 'no')],
      }),
    )
    const phone = await home.write('É urgente')
    expect(await saidTo(phone)).toEqual(['sim'])
    const [run] = await home.runs(id)
    const { log } = await home.run(run.id)
    expect(log[0].decision.cases[0].conditions).toMatchObject([
      { field: 'event.text', actual: 'É urgente', holds: true },
      { field: 'name', actual: 'Bia', holds: true },
    ])
  })

  it('waits for an answer and takes another way when none comes', async () => {
    const graph = graphOf(
      onMessage(['pedido']),
      [
        text('ask', 'Qual o número?'),
        node('wait_event', 'answer'),
        text('thanks', 'Obrigada'),
        text('late', 'Ainda precisa?'),
      ],
      { edges: [edge('answer', 'thanks', 'event'), edge('answer', 'late', 'timeout')] },
    )
    const { id } = await home.live(graph)
    const [quick, slow] = [await home.write('meu pedido'), await home.write('pedido')]
    expect(await home.runs(id, '&state=delayed')).toMatchObject([
      { waiting: { for: 'event', event: 'message_received' } },
      { waiting: { for: 'event' } },
    ])
    await home.write('1234', { phone: quick })
    await home.pass(25)
    expect([await saidTo(quick), await saidTo(slow)]).toEqual([
      ['Qual o número?', 'Obrigada'],
      ['Qual o número?', 'Ainda precisa?'],
    ])
  })

  it('goes through a list, one round after the other', async () => {
    const graph = graphOf(
      onMessage(),
      [
        node('set_variable', 'items', { variable: 'items', value: 'a, b, c' }),
        node('loop', 'each', { over: 'vars.items', as: 'item' }),
        text('say', '{{vars.item}}'),
        text('bye', 'fim'),
      ],
      { edges: [edge('each', 'say', 'each'), edge('each', 'bye', 'done')] },
    )
    await home.live(graph)
    expect(await saidTo(await home.write('Oi'))).toEqual(['a', 'b', 'c', 'fim'])
  })

  it('ends as soon as its goal is reached, and stops other runs where it says so', async () => {
    const waiting = (words: string[], more = {}) =>
      graphOf(onMessage(words), [node('wait', 'w', { span: { amount: 2, unit: 'days' } }), text('x', 'Lembrete')], more)
    const goal = { ...trigger('message_received', { words: ['paguei'] }) } as never
    const first = await home.live(waiting(['carrinho'], { goal }))
    const second = await home.live(waiting(['carrinho']))
    await home.live(graphOf(onMessage(['chega']), [node('stop_runs', 's', { automationIds: [second.id] })]))
    const phone = await home.write('carrinho')
    await home.write('paguei', { phone })
    await home.write('chega', { phone })
    await home.pass(49)
    expect(await saidTo(phone)).toEqual([])
    expect(await home.runs(first.id)).toMatchObject([{ state: 'completed', ending: 'goal' }])
    expect(await home.runs(second.id)).toMatchObject([{ state: 'canceled', ending: 'stopped' }])
  })
})

describe('who enters', () => {
  it.each([
    ['one', 1, ['completed']],
    ['parallel', 2, ['completed', 'completed']],
    ['queue', 2, ['completed', 'completed']],
    ['replace', 2, ['completed', 'canceled']],
  ] as const)('a second start beside a run that goes on, with %s', async (concurrency, count, states) => {
    const { id } = await home.live(
      graphOf(onMessage(), [node('wait', 'w')], { rules: { concurrency, reentry: 'always', reentryDays: 1 } }),
    )
    const phone = await home.write('um')
    await home.write('dois', { phone })
    expect(await home.runs(id)).toHaveLength(count)
    await home.pass(2)
    await home.pass(2)
    expect((await home.runs(id)).map(({ state }: { state: string }) => state)).toEqual(states)
  })

  it('tells why something started no run', async () => {
    const graph = graphOf(onMessage(['promo']), [text('t', 'Oi')], {
      conditions: where('event.text', 'LIKE', 'segredo'),
      rules: { concurrency: 'one', reentry: 'never', reentryDays: 1 },
    })
    const { id } = await home.live(graph)
    const phone = await home.write('promo')
    await home.write('promo segredo', { phone })
    await home.write('promo segredo', { phone })
    const { body } = await home.call('GET', `automations/${id}/entries`)
    expect(body.data.map((one: { refusal: string | null }) => one.refusal)).toEqual([
      'entered_before',
      null,
      'conditions',
    ])
    expect(body.data[2].conditions).toMatchObject([{ field: 'event.text', actual: 'promo', holds: false }])
    const now = await home.call('GET', `automations/${id}/contacts/${await home.contact(phone)}/explanation`)
    expect(now.body).toMatchObject({ enters: false, refusal: 'entered_before', runs: 1, events: 3 })
  })

  it('does not let an automation that sets itself off run for ever', async () => {
    const draft = graphOf(trigger('manual'), [node('set_variable', 'v', { variable: 'n', value: 'x' })])
    const created = await home.create(draft)
    const again = { ...draft, nodes: [...draft.nodes, node('start_automation', 'again', { automationId: created.id })] }
    again.edges = [...draft.edges, edge('v', 'again')]
    again.rules = { ...draft.rules, concurrency: 'parallel' }
    const saved = await home.call('PATCH', `automations/${created.id}`, { draft: again, version: created.version })
    await home.publish(saved.body)
    const phone = await home.write('Oi')
    await home.call('POST', `automations/${created.id}/starts`, { contactId: await home.contact(phone) })
    for (let n = 0; n < 10; n++) await home.settle()
    const { body } = await home.call('GET', `automations/${created.id}/entries?refused=yes`)
    expect(body.data[0].refusal).toBe('too_deep')
    expect((await home.runs(created.id)).length).toBeLessThanOrEqual(10)
  })
})

describe('versions and states', () => {
  it('lets runs go by the version that they began with', async () => {
    const waiting = (words: string) => graphOf(onMessage(), [node('wait', 'w'), text('t', words)])
    const first = await home.live(waiting('primeira'))
    const phone = await home.write('Oi')
    const saved = await home.call('PATCH', `automations/${first.id}`, {
      draft: waiting('segunda'),
      version: first.version,
    })
    const second = await home.publish(saved.body, 'Outro texto')
    expect(second.liveVersion).toBe(2)
    await home.pass(2)
    const other = await home.write('Oi')
    await home.pass(2)
    expect([await saidTo(phone), await saidTo(other)]).toEqual([['primeira'], ['segunda']])
    const { body } = await home.call('GET', `automations/${first.id}/comparison?from=1&to=2`)
    expect(body.data).toMatchObject([
      { part: 't', change: 'changed', before: { text: 'primeira' }, after: { text: 'segunda' } },
    ])
  })

  it('holds runs while it is paused, and ends them when it is archived', async () => {
    const { id } = await home.live(graphOf(onMessage(), [node('wait', 'w'), text('t', 'depois')]))
    const phone = await home.write('Oi')
    await home.call('PUT', `automations/${id}/state`, { state: 'paused' })
    await home.pass(2)
    expect(await saidTo(phone)).toEqual([])
    await home.call('PUT', `automations/${id}/state`, { state: 'active' })
    await home.settle()
    expect(await saidTo(phone)).toEqual(['depois'])
    const second = await home.write('Oi')
    await home.call('PUT', `automations/${id}/state`, { state: 'archived' })
    await home.pass(2)
    expect(await saidTo(second)).toEqual([])
    expect((await home.runs(id))[0]).toMatchObject({ state: 'canceled', ending: 'archived' })
  })

  it('is not published with what keeps it from working, and says what', async () => {
    const { id, version } = await home.create(graphOf(trigger('webhook_event'), [text('t', '{{event.x}} {{nothing}}')]))
    const { status, body } = await home.call('POST', `automations/${id}/publish`, { version })
    expect([status, body.code]).toEqual([422, 'automation_not_ready'])
    const codes = body.data.findings.map((one: { code: string; path: string }) => `${one.code} ${one.path}`)
    expect(codes).toEqual([
      'required trigger.events',
      'channel_required nodes.0.channelId',
      'placeholder_unknown nodes.0.text',
    ])
  })

  it('never answers a secret header, and keeps it while it is not given again', async () => {
    const headers = [{ name: 'authorization', value: 'Bearer s3cret', secret: true }]
    const draft = graphOf(trigger('manual'), [node('http_request', 'call', { url: 'https://shop.example/x', headers })])
    const created = await home.create(draft)
    expect(JSON.stringify(created)).not.toContain('s3cret')
    const { body } = await home.call('PATCH', `automations/${created.id}`, {
      draft: created.draft,
      version: created.version,
    })
    const [row] = await query('select draft from automations where id = $1', created.id)
    expect(body.draft.nodes[0].headers).toEqual([{ name: 'authorization', value: null, secret: true }])
    expect(row.draft.nodes[0].headers[0].value).toMatch(/^sealed:v1\./)
  })
})

describe('a dry run', () => {
  it('shows every decision and text, and does nothing', async () => {
    const graph = graphOf(
      onMessage(['oi']),
      [
        text('t', 'Olá, {{contact.first_name}}! Você disse {{event.text}}.'),
        node('wait_event', 'w'),
        node('tag', 'tag', { add: [newId()] }),
        text('late', 'tchau'),
      ],
      { edges: [edge('w', 'tag', 'event'), edge('w', 'late', 'timeout')] },
    )
    const phone = await home.write('oi, tudo bem?')
    const { id } = await home.create(graph)
    const before = await query('select count(*)::int as n from messages where company_id = $1', home.companyId)
    const samples = await home.call('GET', `automations/${id}/samples`)
    const { status, body } = await home.call('POST', `automations/${id}/test`, { sampleId: samples.body.data[0].id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ enters: true, refusal: null, ending: 'finished' })
    expect(body.steps.map((one: { node: string; outlet: string }) => `${one.node} ${one.outlet}`)).toEqual([
      't next',
      'w event',
      'tag next',
    ])
    expect(body.steps[0].input).toEqual({ text: 'Olá, Bia! Você disse oi, tudo bem?.' })
    const late = await home.call('POST', `automations/${id}/test`, {
      sampleId: samples.body.data[0].id,
      waits: { w: 'timeout' },
    })
    expect(late.body.steps.at(-1)).toMatchObject({ node: 'late', input: { text: 'tchau' } })
    expect(await query('select count(*)::int as n from messages where company_id = $1', home.companyId)).toEqual(before)
    expect(await saidTo(phone)).toEqual([])
    expect(everybody.children).toEqual([])
  })

  it('offers messages that came before any automation listened for them', async () => {
    await home.write('early')
    const { id } = await home.live(graphOf(onMessage(['oi']), [text('t', 'Olá')]))
    await home.write('late')
    const { body } = await home.call('GET', `automations/${id}/samples`)
    expect(body.data.map(({ fields }: { fields: { text: string } }) => fields.text)).toEqual(['late', 'early'])
  })
})
