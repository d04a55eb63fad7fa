import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { syncTenant } from './subscribers.ts'

let w: ProductWorld
let admin: Awaited<ReturnType<typeof createSignedIn>>
beforeAll(async () => {
  w = await openProductWorld()
})
afterAll(() => w.close())
beforeEach(async () => {
  admin = await createSignedIn(w.deps)
})

const call = async (method: 'GET' | 'PUT', payload?: object, headers = admin.headers) => {
  const url = '/api/v1/me/notification-settings'
  const answer = await w.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const nights = { enabled: true, timeZone: 'Europe/Lisbon', days: [1, 2, 3], from: '21:30', to: '08:00' }

describe('notification settings', () => {
  it('are off by default, and suggest the night in the user’s time zone', async () => {
    expect(await call('GET')).toEqual({
      status: 200,
      body: {
        quietHours: {
          enabled: false,
          timeZone: 'America/Sao_Paulo',
          days: [0, 1, 2, 3, 4, 5, 6],
          from: '22:00',
          to: '07:00',
        },
        mutedCompanyIds: [],
      },
    })
  })

  it('are kept, each person’s own', async () => {
    const other = await createSignedIn(w.deps)
    await addMember(w.deps, other.company.id, admin.user.id, { role: 'member' })
    const quietHours = { ...nights, days: [3, 1, 2, 1] }
    const kept = { quietHours: nights, mutedCompanyIds: [other.company.id] }
    expect(await call('PUT', { quietHours, mutedCompanyIds: [other.company.id, other.company.id] })).toEqual({
      status: 200,
      body: kept,
    })
    expect((await call('GET')).body).toEqual(kept)
    expect((await call('GET', undefined, other.headers)).body.quietHours.enabled).toBe(false)
    await w.deps.database.pool.query('delete from company_members where company_id = $1 and user_id = $2', [
      other.company.id,
      admin.user.id,
    ])
    expect((await call('GET')).body).toEqual({ ...kept, mutedCompanyIds: [] })
    expect((await call('PUT', kept)).status).toBe(404)
  })

  it.each([
    [{ from: '22:00', to: '22:00' }, 'quietHours.to'],
    [{ from: '24:00' }, 'quietHours.from'],
    [{ days: [7] }, 'quietHours.days.0'],
    [{ timeZone: 'Mars/Olympus' }, 'quietHours.timeZone'],
  ])('refuse %j', async (wrong, path) => {
    const { status, body } = await call('PUT', { quietHours: { ...nights, ...wrong }, mutedCompanyIds: [] })
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([422, [path]])
  })

  it('keep a muted company from telling anything that is not critical', async () => {
    const bia = await createUser(w.deps)
    await addMember(w.deps, admin.company.id, bia.id, { role: 'member' })
    await syncTenant(systemCtx(w.deps, 'test'), admin.company.id)
    const headers = await signIn(w.deps, bia.id, admin.company.id)
    const { channel } = await createChannel(w.deps, admin.company.id)
    const assign = async () => {
      const { id } = await createConversation(w.deps, admin.company.id, { channelId: channel.id })
      const url = `/api/v1/conversations/${id}/assignment`
      const answer = await w.app.inject({
        method: 'PUT',
        url,
        headers: admin.headers,
        payload: { assigneeId: bia.id },
      })
      expect(answer.statusCode).toBe(200)
    }
    await call('PUT', { quietHours: nights, mutedCompanyIds: [admin.company.id] }, headers)
    await assign()
    expect(await w.inboxOf(bia.id)).toEqual([])
    await call('PUT', { quietHours: nights, mutedCompanyIds: [] }, headers)
    await assign()
    expect(await w.inboxOf(bia.id)).toHaveLength(1)
  })
})
