import type { AddressInfo } from 'node:net'
import { abilitiesFor } from '@recado/contracts'
import { socketPath } from '@recado/contracts/realtime'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { accessOverrides } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { resolveSession } from '#server/modules/identity/sessions/index.ts'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { createSocketServer, type SocketServer } from '#server/realtime/socket-server.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createCompany, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { effectiveBlocks } from './policy.ts'
import { expireAccess } from './recompute.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp()
})
afterAll(() => server.close())

const browserOf = async (headers: { cookie: string }) => {
  const browser = createBrowser(server.app)
  browser.use(headers)
  await browser.session()
  return browser
}
const adminBrowser = async () => {
  const admin = await createUser(server.deps, { role: 'admin', name: 'Dora Lima' })
  return { admin, browser: await browserOf(await signIn(server.deps, admin.id)) }
}
const change = (companyId: string, block: string, effect: string) => ({
  changes: [{ companyId, block, effect }],
  reason: 'Asked for by the owner',
})
const blocksOf = async (id: string) => {
  const [row] = await server.deps.database.db.select().from(companies).where(eq(companies.id, id))
  return row?.accessBlocks
}

describe('what a company may use', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const past = new Date('2026-11-21T11:59:59Z')
  test.each([
    ['its plan', ['integrations'], [], ['integrations']],
    [
      'a grant besides',
      ['integrations'],
      [{ block: 'automations', effect: 'grant' as const, expiresAt: null }],
      ['integrations', 'automations'],
    ],
    [
      'not what was taken',
      ['integrations', 'whatsapp_chat'],
      [{ block: 'integrations', effect: 'revoke' as const, expiresAt: null }],
      ['whatsapp_chat'],
    ],
    [
      'nothing of a grant that ran out',
      ['integrations'],
      [{ block: 'automations', effect: 'grant' as const, expiresAt: past }],
      ['integrations'],
    ],
    [
      'again what was taken for a while',
      ['integrations'],
      [{ block: 'integrations', effect: 'revoke' as const, expiresAt: past }],
      ['integrations'],
    ],
  ])('is %s', (_, plan, overrides, blocks) => expect(effectiveBlocks(plan, overrides, now)).toEqual(blocks))
})

describe('access revoke', () => {
  let sockets: SocketServer
  let url: string
  beforeAll(async () => {
    sockets = createSocketServer(server.app.server, server.deps, {
      resolve: resolveSession,
      visibility: createConversationVisibility(server.deps),
    })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => sockets.close())

  const connect = (headers: { cookie: string }): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const extraHeaders = { ...headers, origin: 'http://localhost:5000' }
      const socket = io(url, { path: socketPath, transports: ['websocket'], extraHeaders, reconnection: false })
      socket.once('hello', () => resolve(socket))
      socket.once('connect_error', reject)
    })

  test('reaches pages by the socket, the menu by the session, and the API at once', async () => {
    const { browser: admin } = await adminBrowser()
    const { company, headers } = await createSignedIn(server.deps)
    const member = await browserOf(headers)
    const before = await member.session()
    expect(before.abilities).toContain('conversations.view')
    expect((await member.get('/api/v1/conversations')).statusCode).toBe(200)
    const socket = await connect(headers)
    const told = new Promise<{ event: string }>((resolve) => {
      socket.on('hints', ({ hints }: { hints: { event: string }[] }) => {
        const change = hints.find(({ event }) => event === 'company.access_changed')
        if (change) resolve(change)
      })
    })

    const answer = await admin.post('/api/v1/admin/company-access', change(company.id, 'whatsapp_chat', 'revoke'))
    expect(answer.json()).toMatchObject({ data: [{ companyId: company.id, gained: [], lost: ['whatsapp_chat'] }] })
    expect(await told).toMatchObject({ event: 'company.access_changed', companyId: company.id })
    socket.disconnect()

    const refused = await member.get('/api/v1/conversations')
    expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([
      403,
      'access_block_required',
      { block: 'whatsapp_chat' },
    ])
    const after = await member.session()
    expect(after.abilities).toEqual(
      abilitiesFor({
        role: 'customer',
        waOperator: false,
        impersonated: false,
        company: { accessBlocks: ['integrations'], role: 'admin', grants: [] },
      }),
    )
    expect(after.user.currentCompany.access_blocks).toEqual(['integrations'])

    await admin.post('/api/v1/admin/company-access', change(company.id, 'whatsapp_chat', 'clear'))
    expect((await member.get('/api/v1/conversations')).statusCode).toBe(200)
  })
})

describe('overrides', () => {
  test('replace each other, and their history says what became of each', async () => {
    const { admin, browser } = await adminBrowser()
    const company = await createCompany(server.deps)
    for (const effect of ['grant', 'revoke', 'clear'])
      await browser.post('/api/v1/admin/company-access', change(company.id, 'automations', effect))
    expect(await blocksOf(company.id)).toEqual(['integrations', 'whatsapp_chat'])
    const history = (await browser.get(`/api/v1/admin/company-access/history?company=${company.id}`)).json()
    expect(history.data.map((row: { effect: string; endedAs: string }) => [row.effect, row.endedAs])).toEqual([
      ['revoke', 'cleared'],
      ['grant', 'replaced'],
    ])
    const rows = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, company.id))
    expect(rows.filter((row) => row.action === 'access.overridden').map((row) => row.actorId)).toEqual(
      Array(3).fill(admin.id),
    )
    expect(rows.filter((row) => row.action === 'access.changed')).toHaveLength(2)
  })

  test('end by the clock', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(server.deps)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const input = { ...change(company.id, 'automations', 'grant'), expiresAt }
    expect((await browser.post('/api/v1/admin/company-access', input)).statusCode).toBe(200)
    expect(await blocksOf(company.id)).toContain('automations')
    await server.deps.database.db
      .update(accessOverrides)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accessOverrides.companyId, company.id))
    await expireAccess(systemCtx(server.deps, 'tests'))
    await expireAccess(systemCtx(server.deps, 'tests'))
    expect(await blocksOf(company.id)).toEqual(['integrations', 'whatsapp_chat'])
  })

  test('are shown before they are made, and refused whole when one company is not there', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(server.deps)
    const preview = await browser.post('/api/v1/admin/company-access/preview', {
      changes: [
        { companyId: company.id, block: 'integrations', effect: 'revoke' },
        { companyId: company.id, block: 'smart_agent', effect: 'grant' },
      ],
    })
    expect(preview.json().data).toEqual([
      {
        companyId: company.id,
        name: company.name,
        gained: ['smart_agent'],
        lost: ['integrations'],
        channels: 0,
        openConversations: 0,
      },
    ])
    const changes = [company.id, '01900000-0000-7000-8000-000000000000'].map((companyId) => ({
      companyId,
      block: 'automations',
      effect: 'grant',
    }))
    const answer = await browser.post('/api/v1/admin/company-access', { changes, reason: 'Both of them' })
    expect(answer.statusCode).toBe(404)
    expect(await blocksOf(company.id)).toEqual(['integrations', 'whatsapp_chat'])
    const past = { ...change(company.id, 'automations', 'grant'), expiresAt: '2020-01-01T00:00:00Z' }
    expect((await browser.post('/api/v1/admin/company-access', past)).json().errors[0].path).toBe('expiresAt')
  })

  test('are listed by company with where each block comes from', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(server.deps, { name: 'Zê Padaria' })
    await browser.post('/api/v1/admin/company-access', change(company.id, 'integrations', 'revoke'))
    const list = (await browser.get('/api/v1/admin/company-access?search=Padaria&overridden=yes')).json()
    expect(list.data).toHaveLength(1)
    expect(list.data[0].blocks.slice(0, 2)).toMatchObject([
      { block: 'integrations', effective: false, plan: true, override: { effect: 'revoke', author: 'Dora Lima' } },
      { block: 'whatsapp_chat', effective: true, plan: true, override: null },
    ])
  })
})
