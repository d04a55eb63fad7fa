import { newNode } from '@recado/contracts/automation/automation-catalogue'
import { type AutomationGraph, automationGraph, emptyGraph } from '@recado/contracts/automation/automation-graph'
import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '#server/context.ts'
import { demoIn } from './english.ts'
import { insertRows, type Row } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How many of its runs the demo has: the newest still waits, the oldest failed. */
const RUNS = 14

type Company = { companyId: string; channelId: string; users: ReadonlyMap<string, string> }
type Person = { contactId: string; conversationId: string; firstName: string; at: Date }
/** When a run began: its messages belong to the conversation, unless it came too late for one. */
type Begun = { automationId: string; person: Person; at: Date; way: 'waits' | 'fails' | 'ends' }

const leaving = 'Oi, {{contact.first_name|tudo bem}}! Seu pedido acabou de sair para entrega 🛵'
const asking = 'Oi de novo! Seu pedido chegou direitinho? Conte para a gente o que achou.'
const calling = 'Ligar para confirmar a entrega'

const isOpen = { field: 'chat.window_open', operator: 'EQUAL' as const, value: true }
const edge = (from: string, outlet: string, to: string) => ({ from, outlet, to })
const atOnce = { closedWindow: 'fail' as const, onError: 'stop' as const }

/** Tells that an order has left, and asks later whether it arrived, as long as WhatsApp lets it. */
const delivery: AutomationGraph = automationGraph.parse({
  ...emptyGraph,
  trigger: { kind: 'manual' },
  nodes: [
    { ...newNode('send_text', 'left'), ...atOnce, text: leaving },
    { ...newNode('wait', 'ride'), span: { amount: 3, unit: 'hours' } },
    { ...newNode('branch', 'open'), filter: { value: 'AND', children: [isOpen] } },
    { ...newNode('send_text', 'ask'), text: asking },
    { ...newNode('note', 'call'), text: calling },
  ],
  edges: [
    edge('trigger', 'next', 'left'),
    edge('left', 'next', 'ride'),
    edge('ride', 'next', 'open'),
    edge('open', 'yes', 'ask'),
    edge('open', 'no', 'call'),
  ],
})

/** A welcome that waits to be published: nothing answers by itself before someone wants it. */
const welcomeBy = (teamId: string): AutomationGraph =>
  automationGraph.parse({
    ...emptyGraph,
    trigger: { kind: 'message_received', channelIds: [], types: [], match: 'contains', words: [], first: true },
    nodes: [
      {
        ...newNode('send_interactive', 'hello'),
        message: {
          ...{ kind: 'buttons', header: '', footer: '' },
          body: 'Oi, {{contact.first_name|tudo bem}}! Boas-vindas ao {{company.name}}. Como podemos ajudar?',
          buttons: [
            { id: 'order', title: 'Fazer um pedido' },
            { id: 'delivery', title: 'Minha entrega' },
            { id: 'person', title: 'Falar com alguém' },
          ],
        },
      },
      newNode('wait_event', 'answer'),
      { ...newNode('assign', 'team'), teamId },
    ],
    edges: [edge('trigger', 'next', 'hello'), edge('hello', 'next', 'answer'), edge('answer', 'event', 'team')],
  })

const teamOf = async (deps: Deps, { companyId }: Company, name: string): Promise<string> => {
  const { rows } = await deps.database.pool.query<{ id: string }>(
    'select id from teams where company_id = $1 and name = $2',
    [companyId, demoIn(deps.config.DEMO_LANGUAGE, name)],
  )
  return rows[0]?.id ?? ''
}

/** Customers who came back, by when their last conversation ended. */
const lastServed = async (deps: Deps, { companyId, channelId }: Company): Promise<Person[]> => {
  const { rows } = await deps.database.pool.query<Person>(
    `select c.id as "contactId", v.id as "conversationId", split_part(c.profile_name, ' ', 1) as "firstName",
       v.last_message_at as at
     from contacts c join lateral (select * from conversations o where o.company_id = c.company_id
       and o.contact_id = c.id and o.channel_id = $2 order by o.created_at desc limit 1) v on true
     where c.company_id = $1 and v.status = 'resolved' and c.phone like '55819913%'
     order by v.last_message_at desc limit $3`,
    [companyId, channelId, RUNS],
  )
  return rows
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)

/** What a run did by now: when, at which step, and what it sent. */
const stepsOf = (deps: Deps, { at, way, person }: Begun): Row[] => {
  const said = (text: string) =>
    demoIn(deps.config.DEMO_LANGUAGE, text).replace(/\{\{contact\.first_name\|[^}]*\}\}/, person.firstName)
  const step = (node: string, kind: string, minutes: number, more: Row): Row => ({
    ...{
      node,
      kind,
      rounds: [],
      state: 'done',
      outlet: 'next',
      decision: null,
      input: null,
      output: null,
      error: null,
    },
    ...{ attempt: 1, started_at: after(at, minutes), ended_at: after(at, minutes), id: uuidv7(), ...more },
  })
  const sent = (node: string, minutes: number, text: string) =>
    step(node, 'send_text', minutes, {
      input: { text: said(text) },
      output: { messageId: uuidv7({ msecs: after(at, minutes).getTime() }) },
    })
  if (way === 'fails') {
    const error = { code: 'window_closed', message: 'window_closed' }
    return [{ ...sent('left', 0, leaving), state: 'failed', outlet: null, output: null, error }]
  }
  const wait = step('ride', 'wait', 0, { input: { until: after(at, 180).toISOString() } })
  if (way === 'waits') return [sent('left', 0, leaving), { ...wait, state: 'waiting', outlet: null, ended_at: null }]
  const found = [{ ...isOpen, path: 'children.0', actual: true, holds: true }]
  const decision = { cases: [{ outlet: 'yes', holds: true, conditions: found }] }
  return [
    sent('left', 0, leaving),
    { ...wait, ended_at: after(at, 180) },
    step('open', 'branch', 180, { outlet: 'yes', decision }),
    sent('ask', 180, asking),
  ]
}

const messageRows = ({ companyId, channelId }: Company, { person }: Begun, steps: readonly Row[]): Row[] =>
  steps.flatMap(({ kind, output, input, started_at }) => {
    const { messageId: id } = (output ?? {}) as { messageId?: string }
    if (kind !== 'send_text' || !id) return []
    const at = started_at as Date
    return {
      ...{ company_id: companyId, channel_id: channelId, id, wamid: `wamid.demo-${id}`, type: 'text', payload: {} },
      ...{ contact_id: person.contactId, conversation_id: person.conversationId, direction: 'out' },
      ...{ origin: 'automation', body: (input as { text: string }).text, status: 'read', status_rank: 50 },
      ...{ occurred_at: at, created_at: at, sent_at: after(at, 0.02), delivered_at: after(at, 0.05) },
      read_at: after(at, 9),
    }
  })

const results = {
  waits: { state: 'delayed', ending: null, node: 'ride', wait_for: 'moment', error: null },
  fails: {
    ...{ state: 'failed', ending: 'error', node: 'left', wait_for: null },
    error: { code: 'window_closed', message: 'window_closed' },
  },
  ends: { state: 'completed', ending: 'finished', node: null, wait_for: null, error: null },
}

const furnishRuns = async (deps: Deps, company: Company, begun: readonly Begun[]): Promise<void> => {
  const { companyId: company_id } = company
  const placed = begun.map((one) => {
    const { automationId: automation_id, person, at, way } = one
    const ids = { event: uuidv7({ msecs: at.getTime() }), run: uuidv7({ msecs: at.getTime() }) }
    const whom = { contact_id: person.contactId, conversation_id: person.conversationId }
    const steps = stepsOf(deps, one)
    const last = way === 'ends' ? after(at, 180) : at
    return {
      event: { company_id, id: ids.event, kind: 'manual', ...whom, fields: {}, automation_id, depth: 0, attempts: 0 },
      entry: { company_id, automation_id, event_id: ids.event, contact_id: person.contactId, run_id: ids.run },
      run: {
        ...{ company_id, automation_id, id: ids.run, version: 1, event_id: ids.event, trigger: 'manual', ...whom },
        ...{ event: {}, variables: {}, loops: [], steps: steps.length, requests: 0, attempt: 0, held: 0, depth: 0 },
        ...{ started_at: at, updated_at: last, ended_at: way === 'waits' ? null : last },
        ...{ wake_at: way === 'waits' ? after(at, 180) : null, ...results[way] },
      },
      steps: steps.map((step, index) => ({ company_id, automation_id, run_id: ids.run, seq: index + 1, ...step })),
      messages: messageRows(company, one, steps),
      at,
    }
  })
  await insertRows(
    deps,
    'automation_events',
    placed.map(({ event, at }) => ({ ...event, state: 'done', at })),
  )
  await insertRows(
    deps,
    'automation_runs',
    placed.map(({ run }) => run),
  )
  await insertRows(
    deps,
    'automation_entries',
    placed.map(({ entry, at }) => ({ ...entry, conditions: [], at })),
  )
  await insertRows(
    deps,
    'automation_run_steps',
    placed.flatMap(({ steps }) => steps),
  )
  await insertRows(
    deps,
    'messages',
    placed.flatMap(({ messages }) => messages),
  )
}

/** Gives the demo's first company an automation with its runs, and another one that is not published yet. */
export const furnishAutomations = async (deps: Deps, company: Company): Promise<void> => {
  const now = deps.now()
  const welcome = welcomeBy(await teamOf(deps, company, 'Balcão'))
  const owner = company.users.get('ana@demo.recado.test')
  const people = await lastServed(deps, company)
  const wayOf = (index: number) => (index === 0 ? 'waits' : index === people.length - 1 ? 'fails' : 'ends')
  const beginnings = people.map((person, index): Omit<Begun, 'automationId'> => {
    const way = wayOf(index)
    return { person, way, at: way === 'waits' ? after(now, -40) : after(person.at, way === 'fails' ? 26 * 60 : 12) }
  })
  const first = new Date(Math.min(...beginnings.map(({ at }) => at.getTime())) - DAY)
  const base = { company_id: company.companyId, owner_id: owner, version: 1, pause_reason: null, next_at: null }
  const live = {
    ...{ ...base, id: uuidv7(), name: 'Avisar que o pedido saiu', folder: 'Entregas', state: 'active' },
    ...{ draft: delivery, live_version: 1, listens: ['manual'], activated_at: first },
    ...{ created_at: first, updated_at: first },
  }
  const draft = {
    ...{ ...base, id: uuidv7(), name: 'Boas-vindas na primeira mensagem', folder: '', state: 'draft' },
    ...{ draft: welcome, live_version: null, listens: [], activated_at: null },
    ...{ created_at: after(now, -300), updated_at: after(now, -300) },
  }
  await insertRows(deps, 'automations', [live, draft])
  await insertRows(deps, 'automation_versions', [
    {
      ...{ company_id: company.companyId, automation_id: live.id, number: 1, graph: delivery, note: '' },
      ...{ author_id: owner, published_at: first },
    },
  ])
  await furnishRuns(
    deps,
    company,
    beginnings.map((one) => ({ ...one, automationId: live.id })),
  )
}
