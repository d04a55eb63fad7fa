import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { edge, graphOf, node, openAutomations, settleAutomations, trigger } from '#server/test/automation-world.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let dataDir: string
beforeAll(async () => {
  world = await startTeamInboxWorld()
  dataDir = await mkdtemp(join(inject('folder'), 'automations-'))
})
afterAll(() => world.close())

const KILLS = 10
const PEOPLE = 8
/** Processes start one after the other, each with all of the product. */
const MOST_MS = 900_000

/** Works on automations in a process that is killed at some statement. */
const workAndDie = async (from: number, to: number) => {
  const args = [await testDatabaseUrl(), dataDir, world.sandbox.graphUrl, String(randomInt(from, to))]
  const child = startProgram('automation-process', args)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  const { pool } = world.deps.database
  await pool.query('update leases set until = now()')
  await pool.query('update automation_runs set lease_until = now() where lease_until is not null')
}

const graph = graphOf(
  trigger('message_received', { words: ['pedido'] }),
  [
    node('send_text', 'ask', { text: 'Qual é o número?' }),
    node('wait_event', 'answer', { timeout: { amount: 2, unit: 'days' } }),
    node('branch', 'even', {
      filter: { value: 'AND', children: [{ field: 'vars.kind', operator: 'EQUAL', value: 'a' }] },
    }),
    node('send_text', 'late', { text: 'Ainda precisa?' }),
    node('send_text', 'yes', { text: 'Sim' }),
    node('send_text', 'no', { text: 'Não' }),
    node('set_variable', 'kind', { variable: 'kind', value: 'a' }),
  ],
  {
    edges: [
      edge('answer', 'kind', 'event'),
      edge('kind', 'even'),
      edge('answer', 'late', 'timeout'),
      edge('even', 'yes', 'yes'),
      edge('even', 'no', 'no'),
    ],
  },
)

test(
  'ten kills amid starts, waits, events and branches lose no step and do none twice',
  async () => {
    const home = await openAutomations(world)
    const { id } = await home.live(graph)
    const people: string[] = []
    const pass = (hours: number) =>
      world.deps.database.pool.query(
        `update automation_runs set wake_at = wake_at - make_interval(hours => $2) where company_id = $1 and wait_for is not null`,
        [home.companyId, hours],
      )
    for (let n = 0; n < PEOPLE; n++) {
      const phone = await home.receiveOnly(`pedido ${n}`)
      people.push(phone)
    }
    for (let n = 0; n < KILLS / 2; n++) await workAndDie(15, 120)
    await settleAutomations(world.deps)
    for (const phone of people.slice(0, PEOPLE / 2)) await home.receiveOnly('1234', phone)
    await workAndDie(15, 120)
    await settleAutomations(world.deps)
    await pass(49)
    for (let n = 0; n < KILLS / 2 - 1; n++) await workAndDie(15, 120)
    await settleAutomations(world.deps)

    const said: (string | null)[][] = []
    for (const phone of people) said.push(await home.said((await home.conversationOf(phone)).id))
    const answered = ['Qual é o número?', 'Sim']
    const silent = ['Qual é o número?', 'Ainda precisa?']
    expect(said).toEqual(people.map((_phone, n) => (n < PEOPLE / 2 ? answered : silent)))
    const runs = await home.runs(id)
    expect(runs).toHaveLength(PEOPLE)
    for (const run of runs) {
      const { log, state } = await home.run(run.id)
      expect(state).toBe('completed')
      const steps = log.map((step: { node: string; state: string }) => `${step.node} ${step.state}`)
      expect(new Set(steps).size).toBe(steps.length)
      expect([4, 5, 3]).toContain(steps.length)
    }
  },
  MOST_MS,
)

test(
  'kills amid what starts after a while start each once',
  async () => {
    const home = await openAutomations(world)
    const nobodys = trigger('conversation_unassigned', { after: { amount: 1, unit: 'minutes' } })
    const { id } = await home.live(graphOf(nobodys, [node('send_text', 'hi', { text: 'Já vamos atender' })]))
    for (let n = 0; n < PEOPLE; n++) await home.receiveOnly(`oi ${n}`)
    await world.deps.database.pool.query(
      `update automation_timers set due_at = due_at - interval '2 minutes' where company_id = $1`,
      [home.companyId],
    )
    for (let n = 0; n < 4; n++) await workAndDie(10, 60)
    await settleAutomations(world.deps)
    const runs = await home.runs(id)
    expect(runs.map(({ state }: { state: string }) => state)).toEqual(Array.from({ length: PEOPLE }, () => 'completed'))
    const contacts = new Set(runs.map(({ contact }: { contact: { id: string } }) => contact.id))
    expect(contacts.size).toBe(PEOPLE)
  },
  MOST_MS,
)
