import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { MacroStep } from '@recado/contracts/inbox/macros'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { heldMessages } from '#server/db/schema/inbox/held-messages.ts'
import { macros } from '#server/db/schema/inbox/macros.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let bruno: Awaited<ReturnType<TeamInbox['agent']>>

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  await inbox.chatSettings({ undoSeconds: 30, csat: { enabled: true } })
  bruno = await inbox.agent()
})
afterAll(() => world.close())

const talk = async () => {
  const phone = await inbox.write('Oi')
  const row = await inbox.conversationOf(phone)
  return { phone, id: row.id, url: `conversations/${row.id}/held-messages` }
}
type Talk = Awaited<ReturnType<typeof talk>>
const words = (body: string, clientKey: string = newId()) => ({ type: 'text', clientKey, body })
const hold = (place: Talk, body: string, more: object = {}, headers = inbox.headers) =>
  inbox.call('POST', place.url, { draft: words(body), ...more }, headers)
const heldOf = async (place: Talk, headers = inbox.headers): Promise<HeldMessage[]> =>
  (await inbox.call('GET', place.url, undefined, headers)).body.data
const release = (place: Talk, body: object = {}, headers = inbox.headers) =>
  inbox.call('POST', `${place.url}/releases`, body, headers)
const undo = (place: Talk, id: string, headers = inbox.headers) =>
  inbox.call('DELETE', `${place.url}/${id}`, undefined, headers)
/** Their time is over, and whatever process is there does what is due. */
const timePasses = async () => {
  const { db } = world.deps.database
  await db
    .update(heldMessages)
    .set({ heldUntil: sql`now() - interval '1 second'` })
    .where(eq(heldMessages.companyId, inbox.companyId))
  await db
    .update(jobs)
    .set({ status: 'queued', runAt: sql`now()` })
    .where(sql`${jobs.companyId} = ${inbox.companyId} and ${jobs.status} = 'delayed'`)
  await inbox.settle()
}

describe('a message that can still be taken back', () => {
  it('is marked as a forward, whose content does not return to the composer', async () => {
    const [from, place] = [await talk(), await talk()]
    const [message] = await inbox.messagesOf(from.id)
    const draft = { type: 'forward', clientKey: newId(), messageId: message?.id }
    const { held } = (await inbox.call('POST', place.url, { draft })).body
    expect(held).toMatchObject({ forward: true, contents: [{ text: 'Oi' }] })
    expect((await undo(place, held.id)).body).toMatchObject({ forward: true })
    expect((await hold(place, 'Oi')).body.held).toMatchObject({ forward: false })
  })

  it('is seen by colleagues at once, is no answer yet, and goes out once, in its order, when its time is over', async () => {
    const place = await talk()
    const first = words('um')
    const [one, again] = [
      await inbox.call('POST', place.url, { draft: first }),
      await inbox.call('POST', place.url, { draft: first }),
    ]
    expect([one.status, again.body.held.id]).toEqual([201, one.body.held.id])
    await hold(place, 'dois')
    expect(await heldOf(place, bruno.headers)).toMatchObject([
      { state: 'held', author: { id: inbox.user.id, name: inbox.user.name }, contents: [{ type: 'text', text: 'um' }] },
      { contents: [{ text: 'dois' }] },
    ])
    expect(await inbox.said(place.id)).toEqual([])
    expect((await inbox.conversationOf(place.phone)).waitingSince).not.toBeNull()
    await inbox.settle()
    expect(await inbox.said(place.id)).toEqual([])
    await timePasses()
    await timePasses()
    expect(await inbox.said(place.id)).toEqual(['um', 'dois'])
    expect((await inbox.conversationOf(place.phone)).waitingSince).toBeNull()
    expect(await heldOf(place)).toEqual([])
    const late = await inbox.call('POST', place.url, { draft: first })
    expect(late.body).toMatchObject({ held: null, message: { body: 'um' } })
    expect(await inbox.said(place.id)).toHaveLength(2)
  })

  it('is given back and never goes out once it was taken back, whoever repeats the call', async () => {
    const place = await talk()
    const draft = words('me arrependo')
    const { body } = await inbox.call('POST', place.url, { draft })
    expect((await undo(place, body.held.id, bruno.headers)).status).toBe(403)
    const back = await undo(place, body.held.id)
    expect(back).toMatchObject({ status: 200, body: { contents: [{ text: 'me arrependo' }] } })
    const repeated = await inbox.call('POST', place.url, { draft })
    expect(repeated).toMatchObject({ status: 201, body: { held: null, message: null } })
    await timePasses()
    expect(await inbox.said(place.id)).toEqual([])
    expect((await undo(place, body.held.id)).status).toBe(404)
    const [row] = await world.deps.database.db.select().from(heldMessages).where(eq(heldMessages.id, body.held.id))
    expect(JSON.stringify(row)).not.toContain('arrependo')
  })

  it('either goes out or is taken back when both happen at once, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const place = await talk()
      const { body } = await hold(place, 'agora')
      const [undone] = await Promise.all([undo(place, body.held.id), release(place), timePasses()])
      await timePasses()
      expect(await inbox.said(place.id)).toEqual(undone.status === 200 ? [] : ['agora'])
      expect(await heldOf(place)).toEqual([])
    }
  })

  it('outlives whoever sent it and the process that took it: the sweep lets go what no job did', async () => {
    const place = await talk()
    await hold(place, 'fica')
    const { db } = world.deps.database
    await db.delete(jobs).where(eq(jobs.companyId, inbox.companyId))
    await db
      .update(heldMessages)
      .set({ heldUntil: sql`now() - interval '2 minutes'` })
      .where(eq(heldMessages.conversationId, place.id))
    const job = { id: newId(), companyId: inbox.companyId, name: 'chat_changes.sweep_held', input: {} }
    await db.insert(jobs).values({ ...job, queue: 'standard', priority: 0, runAt: new Date(), status: 'queued' })
    await inbox.settle()
    expect(await inbox.said(place.id)).toEqual(['fica'])
  })

  it('reaches the phone once, although several processes let it go', async () => {
    const place = await talk()
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    await hold(place, 'uma vez')
    await Promise.all([timePasses(), timePasses(), release(place), release(place)])
    const [message] = (await inbox.messagesOf(place.id)).filter(({ direction }) => direction === 'out')
    if (!message) throw new Error('nothing went out')
    await eventually(async () => (await world.control.log()).received[message.id] === 1)
    await sender.stop()
    expect(await inbox.said(place.id)).toEqual(['uma vez'])
  })

  it('resolves with the message that says so, not before', async () => {
    const place = await talk()
    await hold(place, 'Tchau', { afterwards: 'resolve' })
    expect((await inbox.conversationOf(place.phone)).status).toBe('open')
    await timePasses()
    expect((await inbox.conversationOf(place.phone)).status).toBe('resolved')
    expect(await inbox.said(place.id)).toEqual(['Tchau'])
  })

  it('comes back with the reason when it can no longer be sent', async () => {
    const place = await talk()
    await hold(place, 'tarde')
    const { db } = world.deps.database
    await db.update(conversations).set({ windowExpiresAt: new Date() }).where(eq(conversations.id, place.id))
    await timePasses()
    expect(await inbox.said(place.id)).toEqual([])
    expect(await heldOf(place)).toMatchObject([
      {
        state: 'returned',
        returned: { reason: 'refused', by: null, code: 'window_closed' },
        contents: [{ text: 'tarde' }],
      },
    ])
  })

  it('is not sent for an author who left in the meantime, and colleagues may dismiss it', async () => {
    const place = await talk()
    const { body } = await hold(place, 'órfã', {}, bruno.headers)
    await world.deps.database.db.delete(companyMembers).where(eq(companyMembers.userId, bruno.id))
    await timePasses()
    expect(await inbox.said(place.id)).toEqual([])
    expect(await heldOf(place)).toMatchObject([{ returned: { reason: 'refused', code: 'forbidden' } }])
    expect((await undo(place, body.held.id)).status).toBe(200)
    expect(await heldOf(place)).toEqual([])
  })

  it('goes out at once where nothing is held, and is refused like any message', async () => {
    await inbox.chatSettings({ undoSeconds: 0 })
    const place = await talk()
    expect((await hold(place, 'já')).body).toMatchObject({ held: null, message: { body: 'já' } })
    const other = await hold(place, 'também', {}, bruno.headers)
    expect(other.body.held).toMatchObject({ state: 'returned', returned: { reason: 'answered', by: inbox.user.name } })
    const { db } = world.deps.database
    await db.update(conversations).set({ windowExpiresAt: new Date() }).where(eq(conversations.id, place.id))
    expect((await hold(place, 'tarde')).body.code).toBe('window_closed')
    expect(await inbox.said(place.id)).toEqual(['já'])
  })
})

describe('two who answer at once', () => {
  it('sends the first, and gives the second back to its author, who may send it anyway', async () => {
    const place = await talk()
    await hold(place, 'Ana responde')
    await hold(place, 'Bruno também', {}, bruno.headers)
    await timePasses()
    expect(await inbox.said(place.id)).toEqual(['Ana responde'])
    const [back] = await heldOf(place, bruno.headers)
    expect(back).toMatchObject({
      state: 'returned',
      author: { id: bruno.id },
      returned: { reason: 'answered', by: inbox.user.name },
      contents: [{ text: 'Bruno também' }],
    })
    expect((await release(place, { upTo: back?.id }, bruno.headers)).body.returned).toHaveLength(1)
    expect((await release(place, { upTo: back?.id, anyway: true }, bruno.headers)).body).toEqual({ returned: [] })
    expect(await inbox.said(place.id)).toEqual(['Ana responde', 'Bruno também'])
  })

  it('does not let the second overtake by sending at once', async () => {
    const place = await talk()
    await hold(place, 'Ana responde')
    await hold(place, 'Bruno também', {}, bruno.headers)
    const hurried = await release(place, {}, bruno.headers)
    expect(hurried.body.returned).toMatchObject([{ returned: { reason: 'answering', by: inbox.user.name } }])
    expect(await inbox.said(place.id)).toEqual([])
  })

  it('asks the first again when the second went out before it', async () => {
    const place = await talk()
    await hold(place, 'Ana responde')
    await hold(place, 'Bruno corre', { anyway: true }, bruno.headers)
    await release(place, {}, bruno.headers)
    await timePasses()
    expect(await inbox.said(place.id)).toEqual(['Bruno corre'])
    expect(await heldOf(place)).toMatchObject([{ author: { id: inbox.user.id }, returned: { reason: 'answered' } }])
  })

  it('is nothing that the author of both could mean, nor what was taken back', async () => {
    const place = await talk()
    const { body } = await hold(place, 'Ana desiste')
    await hold(place, 'Bruno responde', {}, bruno.headers)
    await hold(place, 'e explica', {}, bruno.headers)
    await undo(place, body.held.id)
    await timePasses()
    expect(await inbox.said(place.id)).toEqual(['Bruno responde', 'e explica'])
    expect(await heldOf(place)).toEqual([])
  })
})

describe('the survey', () => {
  const responses = (id: string) =>
    world.deps.database.db.select().from(csatResponses).where(eq(csatResponses.conversationId, id))
  const resolve = async (place: Talk) => {
    await inbox.call('PUT', `conversations/${place.id}/status`, { status: 'resolved', survey: true })
    await inbox.settle()
  }

  it('is held like a message, and sent once unless resolving is undone', async () => {
    const place = await talk()
    await resolve(place)
    expect(await heldOf(place)).toMatchObject([{ kind: 'survey', author: { id: inbox.user.id } }])
    expect(await responses(place.id)).toEqual([])
    await timePasses()
    await timePasses()
    expect(await responses(place.id)).toHaveLength(1)
    expect(await heldOf(place)).toEqual([])
  })

  it('is not asked after an undo: of the resolving, or of the survey, which opens the conversation again', async () => {
    const [reopened, undone] = [await talk(), await talk()]
    await resolve(reopened)
    await inbox.call('PUT', `conversations/${reopened.id}/status`, { status: 'open' })
    await resolve(undone)
    const [survey] = await heldOf(undone)
    expect((await undo(undone, survey?.id ?? '')).status).toBe(200)
    await inbox.settle()
    expect((await inbox.conversationOf(undone.phone)).status).toBe('open')
    expect([await heldOf(reopened), await heldOf(undone)]).toEqual([[], []])
    await timePasses()
    for (const { id } of [reopened, undone]) {
      expect(await responses(id)).toEqual([])
      expect(await inbox.said(id)).toEqual([])
    }
  })
})

describe('a macro', () => {
  const create = async (steps: MacroStep[]) => {
    const id = newId()
    const row = { id, companyId: inbox.companyId, scope: 'company' as const, name: 'Despedida', steps }
    await world.deps.database.db.insert(macros).values(row)
    return id
  }
  const run = (place: Talk, macroId: string, clientKey: string = newId()) =>
    inbox.call('POST', `conversations/${place.id}/macro-runs`, { macroId, clientKey })
  const texts: MacroStep[] = [
    { type: 'send_text', text: 'Até logo, {{contact.first_name}}!' },
    { type: 'send_text', text: 'Conte conosco.' },
  ]

  it('shows what it will send, and does nothing of it once it is taken back', async () => {
    const place = await talk()
    const macroId = await create([...texts, { type: 'priority', priority: 4 }, { type: 'resolve' }])
    const key = newId()
    for (const _ of [1, 2]) expect((await run(place, macroId, key)).body).toMatchObject({ status: 'open' })
    const held = await heldOf(place, bruno.headers)
    expect(held).toMatchObject([
      { kind: 'macro', name: 'Despedida', contents: [{ text: 'Até logo, Bia!' }, { text: 'Conte conosco.' }] },
    ])
    await undo(place, held[0]?.id ?? '')
    await timePasses()
    expect(await inbox.said(place.id)).toEqual([])
    expect(await inbox.conversationOf(place.phone)).toMatchObject({ status: 'open', priority: 0 })
  })

  it('runs whole after its time, behind what was written before, and not over a colleague', async () => {
    const [place, taken] = [await talk(), await talk()]
    const macroId = await create([...texts, { type: 'resolve' }])
    await hold(place, 'Antes')
    await run(place, macroId)
    await hold(taken, 'Bruno responde', {}, bruno.headers)
    await run(taken, macroId)
    await timePasses()
    expect(await inbox.said(place.id)).toEqual(['Antes', 'Até logo, Bia!', 'Conte conosco.'])
    expect((await inbox.conversationOf(place.phone)).status).toBe('resolved')
    expect(await inbox.said(taken.id)).toEqual(['Bruno responde'])
    expect(await heldOf(taken)).toMatchObject([{ kind: 'macro', returned: { reason: 'answered' } }])
  })

  it('that sends nothing is done at once', async () => {
    const place = await talk()
    await run(place, await create([{ type: 'priority', priority: 4 }]))
    expect(await heldOf(place)).toEqual([])
    expect((await inbox.conversationOf(place.phone)).priority).toBe(4)
  })
})
