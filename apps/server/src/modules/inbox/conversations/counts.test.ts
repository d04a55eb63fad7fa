import { autoAssign } from '@recado/contracts/companies/teams'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { teams } from '#server/db/schema/companies/teams.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import { createConversation } from '#server/test/whatsapp-world.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('menu, switcher, lists, teams, labels and dashboard count the same conversations', async () => {
  const { company, user, headers } = await createSignedIn(server.deps)
  const teamId = newId()
  const labelId = newId()
  await server.deps.database.db
    .insert(teams)
    .values({ id: teamId, companyId: company.id, name: 'Vendas', autoAssign: autoAssign.parse({}) })
  await server.deps.database.db
    .insert(labels)
    .values({ id: labelId, companyId: company.id, name: 'VIP', color: 'blue' })
  const long = new Date(Date.now() - 3_600_000)
  const all = { unreadCount: 3, waitingSince: long, slaDueAt: long, teamId, labelIds: [labelId] }
  const { channel } = await createChannel(server.deps, company.id)
  const { db } = server.deps.database
  const add = async (fields: Partial<typeof conversations.$inferInsert>) => {
    const { id } = await createConversation(server.deps, channel)
    await db
      .update(conversations)
      .set({ ...all, ...fields })
      .where(eq(conversations.id, id))
  }
  await add({ assigneeId: user.id })
  await add({})
  await add({ status: 'pending' })
  await add({ status: 'snoozed', snoozedUntil: new Date(Date.now() + 3_600_000) })
  await add({ status: 'resolved' })

  const get = async (url: string) => (await server.app.inject({ url, headers })).json()
  const counts = await get('/api/v1/conversations/counts')
  expect(counts).toMatchObject({ all: 3, unassigned: 1, unread: 3, resolved: 1 })
  const listed = (query: string) => get(`/api/v1/conversations?${query}`).then(({ data }) => data.length)
  expect([await listed('view=all'), await listed('view=unassigned'), await listed('unread=true')]).toEqual([3, 1, 3])

  const filters = [{ labelId }, { view: 'mine' }, { status: 'resolved' }, { view: 'snoozed', unread: 'true' }]
  const url = '/api/v1/conversations/counts'
  const counted = await server.app.inject({ method: 'POST', url, headers, payload: { filters } })
  expect(counted.json()).toEqual({ counts: [3, 1, 1, 1] })

  const { now } = await get('/api/v1/dashboard/summary?from=2026-11-01&to=2026-11-02')
  expect(now).toMatchObject({ open: 3, unassigned: 1, waiting: 3, overdue: 3 })
  const { companies } = await get('/api/v1/companies/my-companies')
  expect(companies).toMatchObject([{ unread: 3 }])
  expect((await get('/api/auth/session')).user.companies).toMatchObject([{ unread: 3 }])
  expect((await get('/api/v1/teams')).data).toMatchObject([{ id: teamId, openConversations: 3 }])
  expect((await get('/api/v1/labels?with=counts')).data).toMatchObject([{ id: labelId, conversations: 3 }])
})
