import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const resolve = async (id: string, survey = true) => {
  expect((await inbox.call('PUT', `conversations/${id}/status`, { status: 'resolved', survey })).status).toBe(200)
  await inbox.settle()
}
const responsesOf = (id: string) =>
  world.deps.database.db.select().from(csatResponses).where(eq(csatResponses.conversationId, id))
const tap = (phone: string, id: string, title: string) =>
  inbox.receive(phone, { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id, title } } })
const talk = async () => {
  const phone = await inbox.write('Oi')
  return { phone, id: (await inbox.conversationOf(phone)).id }
}

describe('asking how it was', () => {
  it('asks once, takes the score without taking the conversation up again, and then a comment', async () => {
    const inboxes = await openInboxes(world)
    await inbox.chatSettings({ csat: { enabled: true, thanks: 'Obrigado!' } })
    const { phone, id } = await talk()
    await resolve(id)
    const [asked] = await responsesOf(id)
    const question = (await inbox.messagesOf(id)).find((m) => m.id === asked?.messageId)
    expect(question).toMatchObject({ type: 'interactive', origin: 'automation' })
    expect(await inbox.conversationOf(phone)).toMatchObject({ status: 'resolved', unreadCount: 0 })

    await tap(phone, `csat:${asked?.id}:2`, '⭐⭐')
    await tap(phone, `csat:${asked?.id}:5`, '⭐⭐⭐⭐⭐')
    expect(await inbox.conversationOf(phone)).toMatchObject({ status: 'resolved', unreadCount: 0, waitingSince: null })
    expect((await responsesOf(id))[0]).toMatchObject({ score: 2, userId: inbox.user.id })
    expect((await inbox.said(id)).at(-1)).toBe('Obrigado!')
    expect((await inboxes.jobsOf(inbox.user.id, 'csat.low')).length).toBeGreaterThan(0)

    await inbox.write('Demorou muito', { phone })
    expect((await inbox.call('GET', `conversations/${id}/csat`)).body.response).toMatchObject({
      score: 2,
      comment: 'Demorou muito',
    })
    expect(await inbox.conversationOf(phone)).toMatchObject({ status: 'resolved', unreadCount: 0, waitingSince: null })
    await inbox.write('Vocês abrem amanhã?', { phone })
    expect(await inbox.conversationOf(phone)).toMatchObject({ status: 'open', unreadCount: 1 })
    await resolve(id)
    expect(await responsesOf(id)).toHaveLength(1)

    const span = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 3_600_000).toISOString()}`
    const summary = await inbox.call('GET', `csat/summary?${span}`)
    expect(summary.body).toMatchObject({ count: 1, average: 2, scores: [{ score: 2, count: 1 }] })
    expect(summary.body.members).toEqual([{ id: inbox.user.id, name: inbox.user.name, count: 1, average: 2 }])
    const agent = await inbox.agent()
    expect((await inbox.call('GET', `csat/summary?${span}`, undefined, agent.headers)).status).toBe(403)
  })

  it('asks no one when told not to, when switched off, and not the same person twice in a week', async () => {
    const off = await talk()
    await resolve(off.id)
    expect(await responsesOf(off.id)).toHaveLength(0)
    await inbox.chatSettings({ reopenDays: 0, csat: { enabled: true, scale: 'thumbs' } })
    const quiet = await talk()
    await resolve(quiet.id, false)
    expect(await responsesOf(quiet.id)).toHaveLength(0)
    const twice = await talk()
    await resolve(twice.id)
    expect(await responsesOf(twice.id)).toHaveLength(1)
    await world.deps.database.db
      .update(conversations)
      .set({ resolvedAt: new Date(Date.now() - 86_400_000) })
      .where(eq(conversations.id, twice.id))
    await inbox.write('De novo', { phone: twice.phone })
    const next = await inbox.conversationOf(twice.phone)
    expect(next.id).not.toBe(twice.id)
    await resolve(next.id)
    expect(await responsesOf(next.id)).toHaveLength(0)
  })

  it('uses the chosen template when the window is closed, whose buttons are answers', async () => {
    await world.deps.database.db.insert(templates).values({
      ...{ id: newId(), companyId: inbox.companyId, waAccountId: inbox.account.id, name: 'rate_us', language: 'pt_BR' },
      ...{ category: 'UTILITY', status: 'APPROVED' },
      components: [
        { type: 'BODY', text: 'Como foi o atendimento?' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Bom' },
            { type: 'QUICK_REPLY', text: 'Ruim' },
          ],
        },
      ],
    })
    await inbox.chatSettings({ csat: { enabled: true, template: { name: 'rate_us', language: 'pt_BR' } } })
    const { phone, id } = await talk()
    await world.deps.database.db
      .update(conversations)
      .set({ windowExpiresAt: new Date(Date.now() - 60_000) })
      .where(eq(conversations.id, id))
    await resolve(id)
    const [asked] = await responsesOf(id)
    const sent = (await inbox.messagesOf(id)).find((m) => m.id === asked?.messageId)
    expect(sent?.payload['template']).toMatchObject({
      components: [
        { sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: `csat:${asked?.id}:5` }] },
        { sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: `csat:${asked?.id}:1` }] },
      ],
    })
    await inbox.receive(phone, { type: 'button', button: { payload: `csat:${asked?.id}:1`, text: 'Ruim' } })
    expect((await responsesOf(id))[0]?.score).toBe(1)
    expect((await inbox.conversationOf(phone)).status).toBe('resolved')
  })
})
