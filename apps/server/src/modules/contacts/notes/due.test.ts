import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { remindOfTasksJob } from './jobs.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

test('whoever wrote down a task hears once that it is due, again after another date, and not once it is done', async () => {
  const { refresh, inboxOf } = await openInboxes(world)
  await refresh()
  const { contactId } = await inbox.conversationOf(await inbox.write('Oi'))
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const write = async (dueAt: string) =>
    (await inbox.call('POST', `contacts/${contactId}/notes`, { kind: 'task', body: 'Call back', dueAt })).body.id
  const change = (id: string, body: object) => inbox.call('PATCH', `contacts/${contactId}/notes/${id}`, body)
  const remind = async () => {
    await world.deps.jobs.enqueue(world.deps.database.db, remindOfTasksJob, {})
    await world.deps.jobs.drain(world.deps)
    const notices = await inboxOf(inbox.user.id)
    return notices.filter(({ cta }) => cta.data.url.includes(contactId)).map(({ content }) => content)
  }
  const due = await write(inHours(-1))
  await write(inHours(24))
  const done = await write(inHours(-2))
  await change(done, { done: true })
  expect(await remind()).toEqual([expect.stringContaining('A task is due')])
  expect(await remind()).toHaveLength(1)
  await change(due, { dueAt: inHours(-0.5) })
  expect(await remind()).toHaveLength(2)
})
