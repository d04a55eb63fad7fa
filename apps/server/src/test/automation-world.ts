import { newNode, newTrigger } from '@recado/contracts/automation/automation-catalogue'
import type { AutomationTrigger, TriggerKind } from '@recado/contracts/automation/automation-events'
import {
  type AutomationEdge,
  type AutomationGraph,
  type AutomationNode,
  emptyGraph,
  type NodeKind,
  type NodeOf,
  triggerNode,
} from '@recado/contracts/automation/automation-graph'
import type { AutomationDetail } from '@recado/contracts/automation/automations'
import { sql } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { runDue, takeAll } from '#server/modules/automation/runs/engine.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { openTeamInbox, type TeamInboxWorld } from './team-inbox-world.ts'

// A company with automations: what happens is worked off before the next assertion.

export const trigger = <K extends TriggerKind>(
  kind: K,
  settings: Partial<Extract<AutomationTrigger, { kind: K }>> = {},
): AutomationTrigger => ({ ...newTrigger(kind), ...settings }) as AutomationTrigger

export const node = <K extends NodeKind>(kind: K, id: string, settings: Partial<NodeOf<K>> = {}): NodeOf<K> => ({
  ...newNode(kind, id),
  ...settings,
})

export const edge = (from: string, to: string, outlet = 'next'): AutomationEdge => ({ from, outlet, to })

/** Steps one after the other, with further ways besides. */
export const graphOf = (
  begins: AutomationTrigger,
  nodes: readonly AutomationNode[],
  { edges = [], ...more }: Partial<AutomationGraph> = {},
): AutomationGraph => {
  const isLed = new Set(edges.map(({ to }) => to))
  const chain = [triggerNode, ...nodes.filter(({ id }) => !isLed.has(id)).map(({ id }) => id)]
  const ways = chain.slice(1).map((to, index) => edge(chain[index] ?? triggerNode, to))
  return { ...emptyGraph, trigger: begins, nodes: [...nodes], edges: [...ways, ...edges], ...more }
}

/** Works off what happened, and all that is due because of it. */
export const settleAutomations = async (deps: Deps): Promise<void> => {
  for (let turn = 0; turn < 40; turn++) {
    await takeAll(deps)
    await runDue(deps)
    const { rows } = await deps.database.db.execute(sql`select 1 from automation_events where state = 'waiting'
      union all select 1 from automation_runs where wake_at <= ${deps.now().toISOString()}::timestamptz
        and (lease_until is null or lease_until < now()) limit 1`)
    if (rows.length === 0) return
  }
}

export const openAutomations = async (world: TeamInboxWorld) => {
  const inbox = await openTeamInbox(world)
  const { deps } = world
  const { db } = deps.database
  const setBlocks = async (blocks: readonly string[]) => {
    await db.execute(sql`update companies set access_blocks = ${sql.param([...blocks])}::text[],
      plan_blocks = ${sql.param([...blocks])}::text[] where id = ${inbox.companyId}`)
    emitChange(deps, 'settings.updated', { companyId: inbox.companyId })
  }
  await setBlocks(['integrations', 'whatsapp_chat', 'automations', 'bulk_sending'])
  const settle = async () => {
    await inbox.settle()
    await settleAutomations(deps)
    await deps.jobs.drain(deps)
    await settleAutomations(deps)
  }
  const automations = {
    ...inbox,
    setBlocks,
    settle,
    write: async (text: string, from: Parameters<typeof inbox.write>[1] = {}) => {
      const phone = await inbox.write(text, from)
      await settle()
      return phone
    },
    /** A customer writes, and nothing is done about it yet. */
    receiveOnly: (text: string, phone?: string) => inbox.write(text, phone === undefined ? {} : { phone }),
    create: async (draft: AutomationGraph, name = 'Test automation'): Promise<AutomationDetail> => {
      const { status, body } = await inbox.call('POST', 'automations', { name, draft })
      if (status !== 201) throw new Error(`automations answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    publish: async (
      { id, version }: Pick<AutomationDetail, 'id' | 'version'>,
      note = '',
    ): Promise<AutomationDetail> => {
      const { status, body } = await inbox.call('POST', `automations/${id}/publish`, { note, version })
      if (status !== 200) throw new Error(`publishing answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    live: async (draft: AutomationGraph, name?: string) => automations.publish(await automations.create(draft, name)),
    runs: async (id: string, query = '') =>
      (await inbox.call('GET', `automations/${id}/runs?limit=100${query}`)).body.data,
    run: async (id: string) => (await inbox.call('GET', `automation-runs/${id}`)).body,
    /** The steps that the only run of an automation did, with the ways that it took. */
    way: async (id: string) => {
      const [run] = await automations.runs(id)
      const { log } = await automations.run(run.id)
      return log.map(
        (step: { node: string; state: string; outlet: string | null }) =>
          `${step.node} ${step.state}${step.outlet ? ` ${step.outlet}` : ''}`,
      )
    },
    /** A template that may be sent. */
    template: (name: string, category: 'UTILITY' | 'MARKETING') =>
      db.insert(templates).values({
        ...{
          id: newId(),
          companyId: inbox.companyId,
          waAccountId: inbox.account.id,
          name,
          language: 'pt_BR',
          category,
        },
        ...{ status: 'APPROVED', components: [{ type: 'BODY', text: `Texto de ${name}.` }] },
      }),
    contact: async (phone: string) => {
      const { rows } = await db.execute<{ id: string }>(sql`
        select contact_id as id from conversations where id = ${(await inbox.conversationOf(phone)).id}`)
      return rows[0]?.id ?? ''
    },
    /** Lets time pass for what waits in the company. */
    pass: async (hours: number) => {
      await db.execute(sql`update automation_runs set wake_at = wake_at - make_interval(hours => ${hours}),
        started_at = started_at - make_interval(hours => ${hours}) where company_id = ${inbox.companyId}`)
      await settle()
    },
  }
  return automations
}
export type Automations = Awaited<ReturnType<typeof openAutomations>>
