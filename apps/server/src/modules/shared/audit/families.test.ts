import type { EndpointShape } from '@recado/contracts'
import { auditTargets } from '@recado/contracts/shared/audit'
import type { Sandbox } from '@recado/sandbox'
import { and, desc, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ctx, systemCtx } from '#server/context.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp, testConfig } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { type Call, callOf, prepare } from '#server/test/endpoint-calls.ts'
import { createWorld, password, startWorldSandbox, type World } from '#server/test/endpoint-world.ts'
import { createUser } from '#server/test/factories.ts'
import { recordAudit } from './index.ts'

let t: TestApp
let sandbox: Sandbox

beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  t = await buildOwnApp({ WHATSAPP_GRAPH_URL: sandbox.graphUrl, WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001' })
})
afterAll(async () => {
  await t.close()
  await sandbox.close()
})

const endpointOf = (name: string): EndpointShape => {
  const found = contractEndpoints.find((entry) => entry.name === name)
  if (!found) throw new Error(`There is no endpoint ${name}`)
  return found.endpoint
}

const send = ({ method, url, payload, headers }: Call, session: { cookie: string }) =>
  t.app.inject({
    method,
    url,
    headers: {
      ...headers,
      cookie: `XSRF-TOKEN=same; ${session.cookie}`,
      'x-xsrf-token': 'same',
      'user-agent': 'Firefox of the test',
    },
    ...(payload === undefined ? {} : { payload }),
  })

const rowsSince = (at: Date, action: string) =>
  t.deps.database.db
    .select()
    .from(auditLogs)
    .where(and(gt(auditLogs.createdAt, at), eq(auditLogs.action, action)))
    .orderBy(desc(auditLogs.createdAt))

const perform = async (name: string, world: World) => {
  const endpoint = endpointOf(name)
  await prepare(name, world, (call) => send(call, world.headers))
  const at = new Date(Date.now() - 1)
  const answer = await send(await callOf(name, endpoint, world), world.headers)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return at
}

/** What is done, what the log calls it, and what its row belongs to. */
const facts: readonly [endpoint: string, action: string, of: 'company' | 'person' | 'platform'][] = [
  ['confirmTwoFactor', 'auth.2fa_enabled', 'person'],
  ['renewRecoveryCodes', 'auth.2fa_codes_renewed', 'person'],
  ['removeTwoFactor', 'auth.2fa_disabled', 'person'],
  ['changePassword', 'password.changed', 'person'],
  ['revokeSession', 'session.revoked', 'company'],
  ['inviteMembers', 'member.invited', 'company'],
  ['revokeInvitation', 'member.invitation_revoked', 'company'],
  ['changeInvitations', 'member.invited', 'company'],
  ['updateMember', 'member.updated', 'company'],
  ['removeMember', 'member.removed', 'company'],
  ['updateCompany', 'company.updated', 'company'],
  ['saveCompanySecurity', 'company.security_updated', 'company'],
  ['saveCompanyPrivacy', 'company.privacy_updated', 'company'],
  ['transferCompany', 'company.ownership_transferred', 'company'],
  ['exportCompany', 'company.export', 'company'],
  ['deleteOwnCompany', 'company.deletion_scheduled', 'company'],
  ['keepOwnCompany', 'company.deletion_canceled', 'company'],
  ['suspendCompany', 'company.suspended', 'company'],
  ['resetSignInRules', 'company.sign_in_rules_reset', 'company'],
  ['extendTrial', 'company.trial_extended', 'platform'],
  ['changeAccess', 'access.overridden', 'company'],
  ['changeAccess', 'access.changed', 'company'],
  ['connectChannel', 'channel.connected', 'company'],
  ['replaceChannelToken', 'channel.token_replaced', 'company'],
  ['updateChannelRouting', 'channel.updated', 'company'],
  ['disconnectChannel', 'channel.disconnected', 'company'],
  ['createTemplate', 'template.created', 'company'],
  ['submitTemplate', 'template.submitted', 'company'],
  ['archiveTemplate', 'template.archived', 'company'],
  ['createContact', 'contact.created', 'company'],
  ['mergeContacts', 'contact.merge', 'company'],
  ['createNotificationWorkflow', 'notification_workflow.created', 'platform'],
  ['updateNotificationWorkflow', 'notification_workflow.updated', 'platform'],
  ['setNotificationWorkflowStatus', 'notification_workflow.deactivated', 'platform'],
  ['saveSettings', 'settings.updated', 'platform'],
  ['revertSettings', 'settings.reverted', 'platform'],
  ['startImpersonation', 'impersonation.started', 'platform'],
  ['deleteMe', 'user.deletion_scheduled', 'person'],
  ['acceptLegal', 'user.terms_accepted', 'person'],
]

const worldFor = (name: string) =>
  createWorld(t.deps, {
    platform:
      /^(suspend|extend|resetSign|changeAccess|createNotification|updateNotification|setNotification|saveS|revertS|startI)/.test(
        name,
      ),
  })

describe('the log', () => {
  it.each(facts)('%s is %s, with who did it, from where and with what', async (name, action, of) => {
    const world = await worldFor(name)
    const at = await perform(name, world)
    const [row] = await rowsSince(at, action)
    expect(row).toMatchObject({
      actorKind: 'user',
      actorId: world.user.id,
      onBehalfOf: action === 'impersonation.started' ? world.colleague.id : null,
      ip: '127.0.0.1',
      userAgent: 'Firefox of the test',
      source: 'web',
    })
    expect(row?.targetType).toBeTruthy()
    expect(row?.requestId).toBeTruthy()
    if (of === 'company') expect(row?.companyId).toBe(world.company.id)
    if (of === 'person') expect(row?.companyId).toBeNull()
    expect(JSON.stringify(row)).not.toContain(password)
    expect(JSON.stringify(row)).not.toContain(world.accessToken)
  })

  it('names the admin who acts and the user they act as', async () => {
    const world = await createWorld(t.deps)
    const admin = await createUser(t.deps, { role: 'admin' })
    const { db } = t.deps.database
    const act = { impersonatorId: admin.id, impersonationMode: 'act' as const }
    await db.update(sessions).set(act).where(eq(sessions.userId, world.user.id))
    const at = await perform('updateCompany', world)
    const [row] = await rowsSince(at, 'company.updated')
    expect(row).toMatchObject({ actorId: admin.id, onBehalfOf: world.user.id, companyId: world.company.id })
  })

  it('knows who signed in, who failed to, and who signed out', async () => {
    const world = await createWorld(t.deps)
    const browser = createBrowser(t.app, { ip: '10.20.30.40', userAgent: 'Firefox of the test' })
    const at = new Date(Date.now() - 1)
    await browser.signIn(world.user.email, 'a wrong password')
    await browser.signIn(world.user.email, password)
    await browser.form('/api/auth/signout')
    const from = { ip: '10.20.30.40', userAgent: 'Firefox of the test' }
    expect((await rowsSince(at, 'auth.failed'))[0]).toMatchObject({ ...from, targetId: world.user.id })
    expect((await rowsSince(at, 'auth.sign_in'))[0]).toMatchObject({ ...from, actorId: world.user.id })
    expect((await rowsSince(at, 'auth.sign_out'))[0]).toMatchObject({ ...from, actorId: world.user.id })
  })

  it('knows what contacts agreed to, and who noted it', async () => {
    const world = await createWorld(t.deps)
    const at = new Date(Date.now() - 1)
    const answer = await send(
      {
        method: 'PATCH',
        url: `/api/v1/contacts/${world.contact.id}`,
        headers: {},
        payload: { version: 1, marketing: 'denied' },
      },
      world.headers,
    )
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await rowsSince(at, 'contact.consent'))[0]).toMatchObject({
      actorId: world.user.id,
      companyId: world.company.id,
      targetId: world.contact.id,
      diff: { state: 'denied', source: 'manual' },
    })
  })

  it('tells actions by API key from actions of the product, and names the environment of the key', async () => {
    const [at, environmentId] = [new Date(Date.now() - 1), newId()]
    const ctx: Ctx = { ...systemCtx(t.deps, 'test'), actor: { kind: 'apiKey', environmentId } }
    await recordAudit(ctx, { action: 'settings.updated', companyId: null })
    const [row] = await rowsSince(at, 'settings.updated')
    expect(row).toMatchObject({ actorKind: 'api_key', actorId: environmentId, onBehalfOf: null, source: 'api' })
  })

  it('masks secrets by their names, however deep', async () => {
    const at = new Date(Date.now() - 1)
    const target = { type: 'settings', id: newId() }
    const diff = { before: { accessToken: 'EAA-secret' }, after: { list: [{ password: 'hunter2', name: 'Bia' }] } }
    await recordAudit(systemCtx(t.deps, 'test'), { action: 'settings.updated', companyId: null, target, diff })
    const [row] = await rowsSince(at, 'settings.updated')
    expect(row?.diff).toEqual({ before: { accessToken: '••••' }, after: { list: [{ password: '••••', name: 'Bia' }] } })
  })

  it('calls what was acted on by nothing that lacks a text', async () => {
    const named = await t.deps.database.db.selectDistinct({ type: auditLogs.targetType }).from(auditLogs)
    expect(named.length).toBeGreaterThan(10)
    for (const { type } of named) if (type !== null) expect(auditTargets).toContain(type)
  })
})
