import { type Onboarding, type OnboardingStep, onboardingSteps } from '@recado/contracts/whatsapp/signup'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { channelEvents, channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { channelOnboardings } from '#server/db/schema/whatsapp/signup.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { applyAccountEvents } from '#server/modules/whatsapp/channels/index.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { remindOfOnboardings } from './actions/remind.ts'
import { runOnboarding } from './actions/run.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<typeof createSignedIn>>

beforeAll(async () => {
  world = await startWhatsappWorld({
    WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001',
    WHATSAPP_COEXISTENCE_CONFIG_ID: '700000000000002',
  })
})
beforeEach(async () => {
  home = await createSignedIn(world.deps)
  await world.control.clearRefusals()
})
afterAll(() => world.close())

type Played = Awaited<ReturnType<WhatsappWorld['control']['signup']>>

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = home.headers,
) =>
  world.app.inject({
    method,
    url: `/api/v1/channels/onboarding${path}`,
    headers,
    ...(payload || method === 'POST' ? { payload: payload ?? {} } : {}),
  })

const start = async (kind: 'standard' | 'coexistence' = 'standard', headers = home.headers) => {
  const answer = await call('POST', '', { kind }, headers)
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; nonce: string; opening: string }
}

/** What the page makes of Meta's message. */
const resultOf = ({ event, data }: Played) => ({
  event,
  ...(data.waba_id ? { wabaId: data.waba_id } : {}),
  ...(data.phone_number_id ? { phoneNumberId: data.phone_number_id } : {}),
  ...(data.current_step ? { currentStep: data.current_step } : {}),
})
const bring = (opened: { id: string; nonce: string }, played: Played, headers = home.headers) =>
  call('POST', `/${opened.id}/result`, { nonce: opened.nonce, code: played.code, result: resultOf(played) }, headers)

const companyOf = () => home.company.id
const run = (id: string, companyId = companyOf()) => runOnboarding(systemCtx(world.deps, 'test'), companyId, id)
const read = async (id: string) => (await call('GET', `/${id}`)).json() as Onboarding
const statesOf = ({ steps }: Onboarding) => onboardingSteps.map((step) => steps[step]?.state ?? 'none')
const rowsOf = () => world.deps.database.db.select().from(channels).where(eq(channels.companyId, companyOf()))

/** Through Meta's window and all steps. */
const signUp = async (played: Played, kind: 'standard' | 'coexistence' = 'standard') => {
  const opened = await start(kind)
  expect((await bring(opened, played)).statusCode).toBe(200)
  await run(opened.id)
  return read(opened.id)
}

describe('a new number', () => {
  test('is connected with every step done, a PIN of its own that is sealed, and its templates', async () => {
    const played = await world.control.signup({ name: 'Padaria Real' })
    const done = await signUp(played)
    expect(done).toMatchObject({ state: 'done', accountName: 'Padaria Real', firstEventAt: null })
    expect(statesOf(done)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'skipped', 'ok', 'ok'])
    const [channel] = await rowsOf()
    expect(channel).toMatchObject({ id: done.channelId, status: 'connected', name: 'Padaria Real', kind: 'sandbox' })
    expect(world.deps.sealer.open(channel?.pin ?? '')).toMatch(/^\d{6}$/)
    const templates = await world.app.inject({
      url: `/api/v1/channels/${channel?.id}/templates`,
      headers: home.headers,
    })
    expect(templates.json().data.map(({ name }: { name: string }) => name)).toEqual(['hello_world'])
    const [row] = await world.deps.database.db
      .select()
      .from(channelOnboardings)
      .where(eq(channelOnboardings.id, done.id))
    expect(row).toMatchObject({ token: null, pin: null })
  })

  test('goes on in the workers when the page is closed after the window', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup())
    await world.deps.jobs.drain(world.deps)
    expect(await read(opened.id)).toMatchObject({ state: 'done' })
  })

  test('shows the first webhook as the last sign that all works', async () => {
    const done = await signUp(await world.control.signup())
    const at = new Date(Date.now() + 1000)
    await world.deps.database.db
      .update(channels)
      .set({ lastEventAt: at })
      .where(eq(channels.id, done.channelId ?? ''))
    expect((await read(done.id)).firstEventAt).toBe(at.toISOString())
  })

  test('goes through one window at a time, however many are opened: the last one counts', async () => {
    const opened = await Promise.all([start(), start('coexistence'), start()])
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    const last = await start()
    const { data } = (await call('GET', '')).json() as { data: Onboarding[] }
    expect(data).toMatchObject([{ id: last.id, kind: 'standard', state: 'opened', opening: last.opening }])
    const played = await world.control.signup({})
    for (const former of opened) expect((await bring(former, played)).json()).toMatchObject({ code: 'token_invalid' })
    expect((await bring(last, played)).statusCode).toBe(200)
    expect((await start()).id).not.toBe(last.id)
  })

  test('is refused while twenty wait for a decision', async () => {
    const { db } = world.deps.database
    for (let count = 0; count < 20; count++) {
      const { id } = await start()
      await db.update(channelOnboardings).set({ state: 'waiting' }).where(eq(channelOnboardings.id, id))
    }
    expect((await call('POST', '', { kind: 'standard' })).json()).toMatchObject({ code: 'limit_reached' })
  })

  test('is chosen among several, and each further one chosen becomes a signup of its own', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup({ outcome: 'only_waba', numbers: 3 }))
    await run(opened.id)
    const waiting = await read(opened.id)
    expect(waiting).toMatchObject({ state: 'waiting', step: 'number', steps: { number: { problem: 'choose' } } })
    const [first, second] = waiting.numbers
    const chosen = { phoneNumberIds: [first?.id, second?.id] }
    expect((await call('POST', `/${opened.id}/numbers`, chosen)).statusCode).toBe(200)
    await world.deps.jobs.drain(world.deps)
    const rows = await rowsOf()
    expect(rows.map(({ phoneNumberId, status }) => [phoneNumberId, status]).sort()).toEqual(
      [
        [first?.id, 'connected'],
        [second?.id, 'connected'],
      ].sort(),
    )
    expect((await call('GET', '')).json().data.map(({ state }: Onboarding) => state)).toEqual(['done', 'done'])
  })
})

describe.each(onboardingSteps.slice(1))('a process that dies at the step %s', (step: OnboardingStep) => {
  test.each(['standard', 'coexistence'] as const)('goes on with it (%s): nothing twice', async (kind) => {
    const done = await signUp(await world.control.signup({ coexistence: kind === 'coexistence' }), kind)
    const [before] = await rowsOf()
    const at = onboardingSteps.indexOf(step)
    const kept = Object.fromEntries(
      onboardingSteps.slice(0, at).flatMap((name) => (done.steps[name] ? [[name, done.steps[name]]] : [])),
    )
    const [account] = await world.deps.database.db
      .select()
      .from(waAccounts)
      .where(eq(waAccounts.id, before?.waAccountId ?? ''))
    // As it stands when a process is killed after Meta did what it asked and before that was kept.
    const died = { ...done.steps[step], state: 'running' as const, attempts: 1, problem: null, errorCode: null }
    await world.deps.database.db
      .update(channelOnboardings)
      .set({
        state: 'running',
        step,
        steps: { ...kept, [step]: { at: new Date().toISOString(), ...died } },
        token: account?.token ?? null,
        finishedAt: null,
      })
      .where(eq(channelOnboardings.id, done.id))
    await run(done.id)
    const again = await read(done.id)
    expect(again).toMatchObject({ state: 'done', channelId: done.channelId })
    const after = await rowsOf()
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ status: 'connected', pin: before?.pin ?? null })
    if (kind === 'coexistence')
      expect(await world.control.syncsOf(before?.phoneNumberId ?? '')).toEqual(['smb_app_state_sync', 'history'])
  })
})

const refusals: [OnboardingStep, string][] = [
  ['permissions', 'debug_token'],
  ['free', '/phone_numbers'],
  ['subscription', '/subscribed_apps'],
  ['number', 'debug_token'],
  ['registration', '/register'],
  ['facts', '/whatsapp_business_profile'],
  ['templates', '/message_templates'],
]

describe.each(refusals)('Meta refusing %s', (step, path) => {
  test('is kept with its code, and the step is done again on its own', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup())
    if (step === 'number') await reachNumber(opened.id)
    await world.control.refuse({ path, code: 200, http: 403 })
    await run(opened.id)
    const failed = await read(opened.id)
    expect(failed).toMatchObject({
      state: 'failed',
      step,
      steps: { [step]: { state: 'failed', problem: 'refused', errorCode: 200, attempts: 1 } },
    })
    const before = onboardingSteps.slice(0, onboardingSteps.indexOf(step))
    for (const name of before) expect(failed.steps[name]?.state).toMatch(/ok|skipped/)
    expect((await call('POST', `/${opened.id}/retries`)).json()).toMatchObject({ state: 'running' })
    await run(opened.id)
    expect(await read(opened.id)).toMatchObject({ state: 'done' })
    expect(await rowsOf()).toHaveLength(1)
  })
})

/** Does all before the number by hand of the workers, so that the next refusal meets that step. */
const reachNumber = async (id: string) => {
  await world.control.refuse({ path: '/subscribed_apps', code: 200 })
  await run(id)
  await call('POST', `/${id}/retries`)
}

describe('what went wrong is told apart', () => {
  test('and goes on although the try before is not written down as done yet', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup())
    await world.control.refuse({ path: '/subscribed_apps', code: 200, http: 403 })
    await run(opened.id)
    const { pool } = world.deps.database
    const isOurs = `where name = 'onboarding.run' and input->>'onboardingId' = $1`
    const held = `update jobs set status = 'running', lease_owner = 'another', lease_until = now() + interval '1 hour'`
    await pool.query(`${held} ${isOurs}`, [opened.id])
    expect((await call('POST', `/${opened.id}/retries`)).json()).toMatchObject({ state: 'running' })
    expect((await pool.query(`select 1 from jobs ${isOurs} and status = 'queued'`, [opened.id])).rows).toHaveLength(1)
  })

  test('a window left on the way, and an error in it', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup({ outcome: 'cancel', step: 'PHONE_NUMBER_VERIFICATION' }))
    expect(await read(opened.id)).toMatchObject({ state: 'cancelled', left: { step: 'PHONE_NUMBER_VERIFICATION' } })
    const again = (await call('POST', `/${opened.id}/openings`)).json() as { id: string; nonce: string }
    expect(again.id).toBe(opened.id)
    expect((await bring(opened, await world.control.signup())).json()).toMatchObject({ code: 'token_invalid' })
    await bring(again, await world.control.signup())
    await run(opened.id)
    expect(await read(opened.id)).toMatchObject({ state: 'done', left: null })
  })

  test('a code that ran out or was used', async () => {
    const opened = await start()
    const played = await world.control.signup()
    const answer = await bring(opened, { ...played, code: 'used-before' })
    expect(answer.json()).toMatchObject({ state: 'failed', steps: { exchange: { problem: 'code_expired' } } })
    expect((await call('POST', `/${opened.id}/retries`)).statusCode).toBe(409)
  })

  test('an exchange that was broken off shows as that, and the window can be opened again', async () => {
    const { id } = await start()
    const at = new Date(Date.now() - 120_000).toISOString()
    const exchange = { state: 'running' as const, attempts: 1, at, problem: null, errorCode: null }
    await world.deps.database.db
      .update(channelOnboardings)
      .set({ steps: { exchange } })
      .where(eq(channelOnboardings.id, id))
    expect(await read(id)).toMatchObject({ state: 'failed', steps: { exchange: { problem: 'interrupted' } } })
    expect((await call('POST', `/${id}/openings`)).statusCode).toBe(200)
  })

  test('a token without the permissions', async () => {
    const failed = await signUp(await world.control.signup({ scopes: ['public_profile'] }))
    expect(failed).toMatchObject({ state: 'failed', steps: { permissions: { problem: 'scopes_missing' } } })
  })

  test('ids of the browser that the token does not name', async () => {
    const played = await world.control.signup()
    const failed = await signUp({ ...played, data: { ...played.data, waba_id: '102290129340398' } })
    expect(failed).toMatchObject({ state: 'failed', steps: { permissions: { problem: 'account_not_granted' } } })
    expect(await rowsOf()).toEqual([])
  })

  test('a number of another company', async () => {
    const played = await world.control.signup()
    await signUp(played)
    const former = home
    home = await createSignedIn(world.deps)
    const { waba_id: wabaId = '', phone_number_id: phoneNumberId = '' } = played.data
    const failed = await signUp(await world.control.signup({ wabaId, phoneNumberId }))
    expect(failed).toMatchObject({ state: 'failed', step: 'free', steps: { free: { problem: 'taken' } } })
    expect(JSON.stringify(failed)).not.toContain(former.company.id)
  })

  test('a number with a PIN asks for it, says when it is wrong, and keeps the right one', async () => {
    const opened = await start()
    await bring(opened, await world.control.signup({ pin: '424242' }))
    await run(opened.id)
    expect(await read(opened.id)).toMatchObject({
      state: 'waiting',
      steps: { registration: { problem: 'pin_needed', errorCode: null } },
    })
    const give = async (pin: string) => {
      expect((await call('POST', `/${opened.id}/pin`, { pin })).statusCode).toBe(200)
      await run(opened.id)
      return read(opened.id)
    }
    expect(await give('111111')).toMatchObject({ steps: { registration: { problem: 'pin_wrong' } } })
    const done = await give('424242')
    expect(done).toMatchObject({ state: 'done' })
    const [channel] = await rowsOf()
    expect(world.deps.sealer.open(channel?.pin ?? '')).toBe('424242')
    expect(JSON.stringify(done)).not.toContain('424242')
  })

  test('a number that was not verified', async () => {
    const failed = await signUp(await world.control.signup({ verified: false }))
    expect(failed).toMatchObject({ state: 'failed', steps: { registration: { problem: 'verification_needed' } } })
    expect((await rowsOf())[0]?.status).toBe('onboarding')
  })
})

describe('coexistence', () => {
  test('skips the registration and asks the phone app for contacts and past once each', async () => {
    const done = await signUp(await world.control.signup({ coexistence: true }), 'coexistence')
    expect(statesOf(done)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'skipped', 'ok', 'ok', 'ok'])
    const [channel] = await rowsOf()
    expect(channel).toMatchObject({ kind: 'coexistence', throughput: 20, pin: null })
    expect(await world.control.syncsOf(channel?.phoneNumberId ?? '')).toEqual(['smb_app_state_sync', 'history'])
    expect(done.sync).toEqual({ contacts: 'requested', history: 'requested' })
  })

  test('a past that is declined, refused or never comes is noted, and stops nothing', async () => {
    const done = await signUp(await world.control.signup({ coexistence: true, history: 'silent' }), 'coexistence')
    const [channel] = await rowsOf()
    const error = { code: 2593109, title: 'declined' }
    const value = {
      metadata: { phone_number_id: channel?.phoneNumberId },
      history: [{ errors: [error] }],
    }
    const body = Buffer.from(JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'history', value }] }] }))
    await applyAccountEvents(systemCtx(world.deps, 'test'), parseWebhook(body))
    expect((await read(done.id)).sync?.history).toBe('declined')
    await world.deps.database.db.delete(channelEvents).where(eq(channelEvents.kind, 'sync_declined'))
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    await world.deps.database.db.update(channelOnboardings).set({ createdAt: longAgo })
    await world.deps.database.db
      .update(channelEvents)
      .set({ createdAt: longAgo })
      .where(eq(channelEvents.channelId, channel?.id ?? ''))
    expect(await read(done.id)).toMatchObject({ state: 'done', sync: { history: 'unavailable' } })
    expect(await world.control.syncsOf(channel?.phoneNumberId ?? '')).toHaveLength(2)
  })
})

describe('people', () => {
  test('two admins at once make one channel with one PIN', async () => {
    const played = await world.control.signup()
    const { waba_id: wabaId = '', phone_number_id: phoneNumberId = '' } = played.data
    const colleague = await createUser(world.deps)
    await addMember(world.deps, home.company.id, colleague.id)
    const theirs = await signIn(world.deps, colleague.id, home.company.id)
    const [mine, other] = [await start(), await start('standard', theirs)]
    await bring(mine, played)
    await bring(other, await world.control.signup({ wabaId, phoneNumberId }), theirs)
    await Promise.all([run(mine.id), run(other.id)])
    expect(await read(mine.id)).toMatchObject({ state: 'done' })
    expect((await read(other.id)).channelId).toBe((await read(mine.id)).channelId)
    expect(await rowsOf()).toHaveLength(1)
  })

  test('a token that was revoked is replaced by the same way, and the channel stays', async () => {
    const played = await world.control.signup()
    const first = await signUp(played)
    const { waba_id: wabaId = '', phone_number_id: phoneNumberId = '' } = played.data
    await world.setStatus({ id: first.channelId ?? '' }, 'token_expired')
    const again = await signUp(await world.control.signup({ wabaId, phoneNumberId }))
    expect(again).toMatchObject({ state: 'done', channelId: first.channelId })
    expect((await rowsOf()).map(({ status }) => status)).toEqual(['connected'])
  })

  test('who gives up lets a number go that was not connected yet', async () => {
    const failed = await signUp(await world.control.signup({ verified: false }))
    expect((await call('DELETE', `/${failed.id}`)).statusCode).toBe(204)
    expect((await rowsOf())[0]).toMatchObject({ status: 'disconnected', statusReason: 'signup_discarded' })
    expect((await call('GET', '')).json().data).toEqual([])
    expect((await call('DELETE', `/${failed.id}`)).statusCode).toBe(409)
  })

  test('are reminded once of what stopped half an hour ago, and of a window left an hour ago', async () => {
    const inboxes = await openInboxes(world)
    await inboxes.refresh()
    const ctx = systemCtx(world.deps, 'test')
    await signUp(await world.control.signup({ verified: false }))
    const left = await start()
    await bring(left, await world.control.signup({ outcome: 'cancel' }))
    await remindOfOnboardings(ctx)
    expect(await inboxes.inboxOf(home.user.id)).toEqual([])
    const hourAgo = new Date(Date.now() - 61 * 60_000)
    const mine = eq(channelOnboardings.companyId, home.company.id)
    const { db } = world.deps.database
    await db.update(channelOnboardings).set({ updatedAt: hourAgo }).where(mine)
    await db
      .update(channelOnboardings)
      .set({ stoppedAt: hourAgo })
      .where(and(mine, eq(channelOnboardings.state, 'failed')))
    await remindOfOnboardings(ctx)
    await remindOfOnboardings(ctx)
    const told = (await inboxes.inboxOf(home.user.id)).map(({ templateIdentifier }) => templateIdentifier)
    expect(told.sort()).toEqual(['channel.onboarding_left', 'channel.onboarding_stuck'])
  })

  test('of another company see nothing of it', async () => {
    const { id } = await start()
    const other = await createSignedIn(world.deps)
    expect((await call('GET', `/${id}`, undefined, other.headers)).statusCode).toBe(404)
    expect((await call('POST', `/${id}/retries`, {}, other.headers)).statusCode).toBe(404)
    expect((await call('DELETE', `/${id}`, undefined, other.headers)).statusCode).toBe(404)
  })

  test('are told when the installation is not set up for it', async () => {
    const bare = await startWhatsappWorld()
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/api/v1/channels/onboarding',
      headers: home.headers,
      payload: { kind: 'standard' },
    })
    expect(answer.json()).toMatchObject({ code: 'signup_not_ready' })
    await bare.close()
  })
})
