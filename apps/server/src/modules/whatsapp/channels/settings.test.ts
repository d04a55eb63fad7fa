import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { addMember, createCompany, createSignedIn } from '#server/test/factories.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
})
beforeEach(async () => {
  home = await world.company()
})
afterAll(() => world.close())

const call = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
  world.app.inject({
    method,
    url: `/api/v1/channels/${home.channel.id}${path}`,
    headers: home.headers,
    ...(payload ? { payload } : {}),
  })

describe('settings of a channel', () => {
  test('begin with the defaults, and a change names the version it was made of', async () => {
    const { settings } = (await call('GET', '')).json()
    expect(settings).toMatchObject({ version: 1, optOut: { enabled: true }, limits: { marketingPerDay: null } })
    const limits = { ...settings.limits, marketingPerDay: 50 }
    expect((await call('PUT', '/limits', { version: 1, limits })).json()).toMatchObject({
      version: 2,
      limits: { marketingPerDay: 50 },
    })
    const late = await call('PUT', '/opt-out', { version: 1, optOut: { enabled: false } })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect((await call('GET', '')).json().settings).toMatchObject({ version: 2, optOut: { enabled: true } })
  })

  test('take no team or hours of another company, and keep what was there', async () => {
    const routing = { teamId: '01900000-0000-7000-8000-000000000000' }
    const answer = await call('PUT', '/routing', { version: 1, routing })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, '/routing/teamId'])
    expect((await call('GET', '')).json().settings).toMatchObject({ version: 1, routing: { teamId: null } })
  })

  test('push ice breakers and commands to Meta', async () => {
    const conversational = {
      iceBreakers: ['Onde está meu pedido?'],
      commands: [{ name: 'cardapio', description: 'Mostra o cardápio' }],
    }
    expect((await call('PUT', '/conversational', { version: 1, conversational })).statusCode).toBe(200)
    expect((await call('GET', '')).json().settings.conversational).toEqual(conversational)
    await world.control.refuse({ path: 'conversational_automation', code: 200 })
    const refused = await call('PUT', '/conversational', { version: 2, conversational: { iceBreakers: [] } })
    expect(refused.json()).toMatchObject({ code: 'provider_error' })
    expect((await call('GET', '')).json().settings).toMatchObject({ version: 2, conversational })
  })
})

describe('the photo', () => {
  const upload = async (side: number) => {
    const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#2a9d8f' } })
      .png()
      .toBuffer()
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
    return world.app.inject({
      method: 'POST',
      url: `/api/v1/channels/${home.channel.id}/photo`,
      headers: {
        cookie: `XSRF-TOKEN=same; ${home.headers.cookie}`,
        'x-xsrf-token': 'same',
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')]),
    })
  }

  test('is set at Meta, and a small one is refused', async () => {
    const answer = await upload(400)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().profilePictureUrl).toContain('/assets/avatar.svg')
    expect((await upload(100)).json()).toMatchObject({ code: 'file_type_refused', data: { minSide: 192 } })
  })
})

describe('leaving', () => {
  test('a number is moved to another company of mine, and refused with a reason elsewhere', async () => {
    const move = (companyId: string) => call('POST', '/moves', { companyId })
    expect((await move(home.company.id)).json()).toMatchObject({ data: { reason: 'same_company' } })
    const stranger = await createSignedIn(world.deps)
    expect((await move(stranger.company.id)).statusCode).toBe(404)
    const second = await createCompany(world.deps)
    await addMember(world.deps, second.id, home.user.id, { role: 'member' })
    expect((await move(second.id)).json()).toMatchObject({ code: 'channel_busy', data: { reason: 'not_admin' } })
    const third = await createCompany(world.deps)
    await addMember(world.deps, third.id, home.user.id)
    expect((await move(third.id)).statusCode).toBe(204)
    const rows = await world.deps.database.db
      .select({ companyId: channels.companyId, status: channels.status })
      .from(channels)
      .where(eq(channels.phoneNumberId, home.channel.phoneNumberId))
    expect(rows.find(({ companyId }) => companyId === home.company.id)).toMatchObject({ status: 'disconnected' })
    expect(rows.find(({ companyId }) => companyId === third.id)).toMatchObject({ status: 'connected' })
  })

  test('a number of the phone app is not deregistered here; another is, and is disconnected', async () => {
    await world.deps.database.db.update(channels).set({ kind: 'coexistence' }).where(eq(channels.id, home.channel.id))
    expect((await call('POST', '/deregistrations', {})).json()).toMatchObject({ data: { reason: 'coexistence' } })
    await world.deps.database.db.update(channels).set({ kind: 'sandbox' }).where(eq(channels.id, home.channel.id))
    expect((await call('POST', '/deregistrations', {})).statusCode).toBe(204)
    expect((await call('GET', '')).json()).toMatchObject({ status: 'disconnected' })
  })
})
