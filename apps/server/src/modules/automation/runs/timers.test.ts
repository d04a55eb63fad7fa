import { campaignAudience } from '@recado/contracts/campaigns/audience'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { type Automations, graphOf, node, openAutomations, trigger } from '#server/test/automation-world.ts'
import { startTeamInboxWorld, type TeamInboxWorld } from '#server/test/team-inbox-world.ts'
import { deliver, someWamid, statusBody } from '#server/test/webhooks.ts'
import { eraseRuns } from './queries/retention.ts'

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
const noting = [node('set_variable', 'v', { variable: 'a', value: '{{event.campaign_name}}' })]
const unassigned = (channelIds: string[] = []) =>
  graphOf(trigger('conversation_unassigned', { channelIds, after: { amount: 30, unit: 'minutes' } }), noting)
const timers = () => query('select subject, done from automation_timers where company_id = $1', home.companyId)
/** Lets time pass for what automations start by after a while. */
const pass = async (minutes: number) => {
  await query(
    `update automation_timers set since = since - make_interval(mins => $2), due_at = due_at - make_interval(mins => $2)
      where company_id = $1`,
    home.companyId,
    minutes,
  )
  await query(
    'update conversations set last_inbound_at = last_inbound_at - make_interval(mins => $2) where company_id = $1',
    home.companyId,
    minutes,
  )
  await home.settle()
}
const count = async (id: string) => (await home.runs(id)).length

describe('a conversation that is nobody’s', () => {
  it('starts an automation once it has been so for the time that is set, and not with each message', async () => {
    const { id } = await home.live(unassigned())
    const phone = await home.write('Oi')
    await pass(20)
    await home.write('Alguém?', { phone })
    expect(await count(id)).toBe(0)
    await pass(11)
    await home.write('Olá?', { phone })
    await pass(31)
    const conversationId = (await home.conversationOf(phone)).id
    expect(await home.runs(id)).toMatchObject([{ state: 'completed', conversationId }])
  })

  it('starts none where someone takes it, or where it is resolved', async () => {
    const { id } = await home.live(unassigned())
    const [taken, resolved] = [await home.write('Oi'), await home.write('Oi')]
    const path = async (phone: string) => `conversations/${(await home.conversationOf(phone)).id}`
    await home.call('PUT', `${await path(taken)}/assignment`, { assigneeId: home.user.id })
    await home.call('PUT', `${await path(resolved)}/status`, { status: 'resolved' })
    await pass(31)
    expect(await count(id)).toBe(0)
    // Whoever took it leaves it again: it counts from then on.
    await home.call('PUT', `${await path(taken)}/assignment`, { assigneeId: null })
    await pass(20)
    expect(await count(id)).toBe(0)
    await pass(11)
    expect(await count(id)).toBe(1)
    // The other is taken up again by its customer.
    await home.write('Ainda preciso', { phone: resolved })
    await pass(31)
    expect(await count(id)).toBe(2)
  })

  it('is told by its number where numbers are chosen, and is looked at for no one where nothing starts by it', async () => {
    const { id } = await home.live(unassigned([newId()]))
    await home.write('Oi')
    expect(await timers()).toEqual([])
    const { body } = await home.call('GET', `automations/${id}`)
    const saved = await home.call('PATCH', `automations/${id}`, { draft: unassigned(), version: body.version })
    await home.publish(saved.body)
    await home.write('Oi')
    expect(await timers()).toHaveLength(1)
    await home.call('PUT', `automations/${id}/state`, { state: 'archived' })
    await pass(31)
    await home.write('Oi')
    expect([await timers(), await count(id)]).toMatchObject([[{ done: true }], 0])
  })

  it('starts one once, however the clock of the machine goes', async () => {
    const { id } = await home.live(unassigned())
    await home.write('Oi')
    const { now } = world.deps
    const at = async (minutes: number) => {
      Object.assign(world.deps, { now: () => new Date(now().getTime() + minutes * 60_000) })
      await home.settle()
      return count(id)
    }
    try {
      expect([await at(-120), await at(31), await at(-120), await at(31), await at(90)]).toEqual([0, 1, 1, 1, 1])
    } finally {
      Object.assign(world.deps, { now })
    }
  })

  it('is forgotten with its contact', async () => {
    await home.live(unassigned())
    const contactId = await home.contact(await home.write('Oi'))
    const subject = { companyId: home.companyId, mode: 'delete' as const, contactIds: [contactId] }
    const whole = { ...subject, phones: [], bsuids: [], emails: [], names: [] }
    await eraseRuns(systemCtx(world.deps, 'test'), whole, new AbortController().signal)
    expect(await timers()).toEqual([])
  })
})

describe('messages of campaigns', () => {
  const campaignNamed = async (name: string) => {
    const id = newId()
    await world.deps.database.db.insert(campaigns).values({
      ...{ companyId: home.companyId, id, name, state: 'completed', ownerId: home.user.id },
      ...{ audience: campaignAudience.parse({ sources: [] }), content: campaignContent.parse({}) },
      schedule: campaignSchedule.parse({}),
    })
    return id
  }
  /** A message of a campaign to someone who has written before, on its way. */
  const sentTo = async (phone: string, campaignId: string) => {
    const { id: conversationId, contactId, channelId } = await home.conversationOf(phone)
    const wamid = someWamid()
    await world.deps.database.db.insert(messages).values({
      ...{ companyId: home.companyId, id: newId(), conversationId, channelId, contactId, direction: 'out' },
      ...{ type: 'template', origin: 'campaign', status: 'accepted', statusRank: 20, campaignId, wamid },
      occurredAt: new Date(),
    })
    return wamid
  }
  const tell = async (wamid: string, ...statuses: string[]) => {
    const at = Math.floor(Date.now() / 1000)
    for (const status of statuses) await deliver(world.app, world.deps, statusBody(home.line, wamid, status, at))
    await home.settle()
  }

  it('start an automation when they are read, once, if they are of a campaign that is chosen', async () => {
    const [chosen, other] = [await campaignNamed('Natal'), await campaignNamed('Páscoa')]
    const phone = await home.write('Oi')
    const { id } = await home.live(graphOf(trigger('campaign_read', { campaignIds: [chosen] }), noting))
    const wamid = await sentTo(phone, chosen)
    await tell(wamid, 'delivered')
    expect(await count(id)).toBe(0)
    await tell(wamid, 'read', 'read', 'delivered')
    await tell(await sentTo(phone, other), 'read')
    const [run, ...more] = await home.runs(id)
    expect([more, (await home.run(run.id)).variables]).toEqual([[], { a: 'Natal' }])
  })

  it('start one where the contact writes nothing for so long, and none where they do', async () => {
    const campaign = await campaignNamed('Natal')
    const [silent, answering] = [await home.write('Oi'), await home.write('Oi')]
    const { id } = await home.live(
      graphOf(trigger('campaign_unanswered', { after: { amount: 2, unit: 'hours' } }), noting),
    )
    const wamid = await sentTo(silent, campaign)
    // Webhooks count in seconds: what was written in the second before is not after the message.
    await query(
      `update conversations set last_inbound_at = last_inbound_at - interval '5 seconds' where company_id = $1`,
      home.companyId,
    )
    await tell(wamid, 'delivered', 'read')
    await tell(await sentTo(answering, campaign), 'delivered')
    expect(await timers()).toHaveLength(2)
    await pass(60)
    await home.write('Quero!', { phone: answering })
    await pass(61)
    await tell(wamid, 'read')
    await pass(121)
    expect((await home.runs(id)).map(({ contact }: { contact: { id: string } }) => contact.id)).toEqual([
      await home.contact(silent),
    ])
    expect(await timers()).toEqual([])
  })
})
