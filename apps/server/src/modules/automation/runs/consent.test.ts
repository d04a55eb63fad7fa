import type { AutomationNode, NodeOf } from '@recado/contracts/automation/automation-graph'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
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
const asking = (more: Partial<NodeOf<'ask_consent'>> = {}) =>
  node('ask_consent', 'ask', { text: 'Podemos, {{contact.first_name}}?', yes: 'Sim, quero', no: 'Não', ...more })
const noted = (id: string) => node('set_variable', id, { variable: 'a', value: id })
const graph = (ask: AutomationNode = asking()) =>
  graphOf(trigger('message_received', { words: ['oi'] }), [ask, noted('y'), noted('n'), noted('late')], {
    edges: [edge('ask', 'y', 'yes'), edge('ask', 'n', 'no'), edge('ask', 'late', 'timeout')],
  })
const tap = async (phone: string, id: string, words = 'Sim, quero') => {
  const reply = { type: 'button_reply', button_reply: { id, title: words } }
  await home.receive(phone, { type: 'interactive', interactive: reply })
  await home.settle()
}
const outgoing = async (phone: string) =>
  (await home.messagesOf((await home.conversationOf(phone)).id)).filter(({ direction }) => direction === 'out')
const consents = async (phone: string) =>
  (await home.call('GET', `contacts/${await home.contact(phone)}/consents`)).body.data
const say = async (phone: string, state: 'granted' | 'denied') =>
  home.call('POST', `contacts/${await home.contact(phone)}/consents`, { state, note: 'By phone' })
const closeWindow = () =>
  query(`update conversations set window_expires_at = now() - interval '1 hour' where company_id = $1`, home.companyId)

describe('a question for consent', () => {
  it('records a yes by its button with its evidence, and takes the way of yes', async () => {
    const { id } = await home.live(graph())
    const phone = await home.write('oi')
    const [run] = await home.runs(id)
    const [question] = await outgoing(phone)
    expect(question).toMatchObject({ type: 'interactive', body: 'Podemos, Bia?' })
    expect(run).toMatchObject({ state: 'delayed', waiting: { event: 'consent_changed' } })
    await tap(phone, `opt-in:yes:${run.id}`)
    expect(await home.way(id)).toEqual(['ask done yes', 'y done next'])
    expect((await home.run(run.id)).log[0]).toMatchObject({
      ...{ input: { text: 'Podemos, Bia?', yes: 'Sim, quero' }, output: { messageId: question?.id } },
    })
    expect(await consents(phone)).toMatchObject([
      { purpose: 'marketing', state: 'granted', source: 'button', channel: null, evidence: { words: 'Sim, quero' } },
    ])
    const [row] = await query('select evidence from consents where company_id = $1', home.companyId)
    expect(row.evidence).toMatchObject({ askedBy: run.id, messageId: expect.any(String) })
  })

  it('takes the way of no, answered by the button or in words', async () => {
    const { id } = await home.live(graph())
    const [tapping, writing] = [await home.write('oi'), await home.write('oi')]
    const runs = await home.runs(id)
    for (const run of runs)
      if (run.contact.id === (await home.contact(tapping))) await tap(tapping, `opt-in:no:${run.id}`)
    await home.write('SAIR', { phone: writing })
    for (const { id: runId } of runs) expect((await home.run(runId)).variables).toEqual({ a: 'n' })
    expect([await consents(tapping), await consents(writing)]).toMatchObject([
      [{ state: 'denied', source: 'button' }],
      [{ state: 'denied', source: 'keyword' }],
    ])
  })

  it('goes on when the time is up, and still records a yes that comes later', async () => {
    const { id } = await home.live(graph())
    const phone = await home.write('oi')
    await home.write('Que horas abre?', { phone })
    await home.pass(25)
    expect(await home.way(id)).toEqual(['ask done timeout', 'late done next'])
    const [run] = await home.runs(id)
    await tap(phone, `opt-in:yes:${run.id}`)
    expect(await consents(phone)).toMatchObject([{ state: 'granted', source: 'button' }])
    expect((await home.run(run.id)).variables).toEqual({ a: 'late' })
  })

  it('is asked by a template when the window is closed, or is left out', async () => {
    const buttons = ['Quero', 'Agora não', 'Depois'].map((text) => ({ type: 'QUICK_REPLY', text }))
    await world.deps.database.db.insert(templates).values({
      ...{ id: newId(), companyId: home.companyId, waAccountId: home.account.id, name: 'ask_news', language: 'pt_BR' },
      ...{ category: 'UTILITY', status: 'APPROVED' },
      components: [
        { type: 'BODY', text: 'Podemos?' },
        { type: 'BUTTONS', buttons },
      ],
    })
    const fallback = { name: 'ask_news', language: 'pt_BR', values: {} }
    const begun = async (ask: AutomationNode) => {
      const { id } = await home.live({ ...graph(ask), trigger: trigger('manual') })
      const phone = await home.write('Bom dia')
      await closeWindow()
      const { id: conversationId } = await home.conversationOf(phone)
      await home.call('POST', `automations/${id}/starts`, { conversationId })
      await home.settle()
      return { id, phone }
    }
    const asked = await begun(asking({ closedWindow: 'template', fallback }))
    const [run] = await home.runs(asked.id)
    const ids = [`opt-in:yes:${run.id}`, `opt-in:no:${run.id}`]
    const [question] = await outgoing(asked.phone)
    const payload = question?.payload as { template: { components: unknown[] } } | undefined
    expect(payload?.template.components).toEqual(
      ids.map((payload, index) => ({
        ...{ type: 'button', sub_type: 'quick_reply', index: String(index) },
        parameters: [{ type: 'payload', payload }],
      })),
    )
    await home.receive(asked.phone, { type: 'button', button: { payload: ids[0], text: 'Quero' } })
    await home.settle()
    expect(await home.way(asked.id)).toEqual(['ask done yes', 'y done next'])
    const left = await begun(asking())
    expect([await home.way(left.id), await outgoing(left.phone)]).toEqual([
      ['ask skipped timeout', 'late done next'],
      [],
    ])
  })

  it('is not put to those who have said yes or no before', async () => {
    const [granted, denied] = [await home.write('Bom dia'), await home.write('Bom dia')]
    await say(granted, 'granted')
    await say(denied, 'denied')
    const { id } = await home.live(graph())
    await home.write('oi', { phone: granted })
    await home.write('oi', { phone: denied })
    expect([await outgoing(granted), await outgoing(denied)]).toEqual([[], []])
    const runs = await Promise.all((await home.runs(id)).map((run: { id: string }) => home.run(run.id)))
    expect(runs.map(({ variables, log }) => [variables.a, log[0].decision]).toSorted()).toEqual([
      ['n', { reason: 'answered_before' }],
      ['y', { reason: 'answered_before' }],
    ])
  })

  it('is tried with each answer, and nothing is sent', async () => {
    const { id } = await home.create(graph())
    const phone = await home.write('Bom dia')
    const conversationId = (await home.conversationOf(phone)).id
    const outcomes = []
    for (const way of [undefined, 'no', 'timeout']) {
      const body = { conversationId, fields: { text: 'oi' }, ...(way && { waits: { ask: way } }) }
      const { steps, variables } = (await home.call('POST', `automations/${id}/test`, body)).body
      outcomes.push([steps[0].outlet, steps[0].input.text, variables.a])
    }
    expect(outcomes).toEqual([
      ['yes', 'Podemos, Bia?', 'y'],
      ['no', 'Podemos, Bia?', 'n'],
      ['timeout', 'Podemos, Bia?', 'late'],
    ])
    expect(await outgoing(phone)).toEqual([])
  })

  it('needs its words, and two that differ', async () => {
    const { body } = await home.call('POST', 'automations', {
      name: 'x',
      draft: graph(asking({ text: '', no: 'Sim, quero' })),
    })
    expect(body.findings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual([
      'required nodes.0.text',
      'invalid nodes.0.no',
    ])
  })
})
