import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { saveHealth } from '#server/modules/whatsapp/channels/actions/health.ts'
import { stopChannels } from '#server/modules/whatsapp/channels/index.ts'
import { findChannelRow } from '#server/modules/whatsapp/channels/queries/channels.ts'
import { saveTemplates } from '#server/modules/whatsapp/templates/index.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { addMember, createChannel, createSignedIn, createUser } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import {
  deliver,
  envelope,
  inboundBody,
  type Line,
  somePhone,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'

let w: ProductWorld
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>
let ids: { companyId: string; accountId: string; channelId: string }
let line: Line
let other: string
let now: Date

beforeAll(async () => {
  w = await openProductWorld()
  w.deps.now = () => now
  processor = startProcessor(w.deps)
})
afterAll(async () => {
  await processor.stop()
  await w.close()
})
beforeEach(async () => {
  now = new Date(new Date().setUTCMinutes(10))
  admin = await createSignedIn(w.deps)
  const { account, channel } = await createChannel(w.deps, admin.company.id)
  ids = { companyId: admin.company.id, accountId: account.id, channelId: channel.id }
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
  other = (await createUser(w.deps)).id
  await addMember(w.deps, admin.company.id, other, { role: 'member' })
  await w.refresh()
})

const stop = (status: 'token_expired' | 'connected' | 'restricted', reason: string | null) =>
  stopChannels(systemCtx(w.deps, 'test'), { ...ids, change: { status, reason } })
const hear = async (field: string, value: Record<string, unknown>) => {
  await deliver(w.app, w.deps, envelope(line, value, field))
  await whenProcessed(w.deps)
}
const told = async (userId = admin.user.id) =>
  (await w.inboxOf(userId)).map(({ templateIdentifier, content }) => `${templateIdentifier}: ${content}`)
const number = '<b>Test number (+55 81 3030-4040)</b>'

describe('trouble with a number', () => {
  it('is told to the admins alone, with the way to the number', async () => {
    await stop('token_expired', 'graph:190')
    const [notice] = await w.inboxOf(admin.user.id)
    expect(notice).toMatchObject({
      templateIdentifier: 'channel.token_expired',
      content: `Access to ${number} has expired: nothing is sent until you enter a new token`,
      cta: { data: { url: `/integrations/whatsapp/${ids.channelId}?company=${ids.companyId}` } },
    })
    expect(await w.inboxOf(other)).toEqual([])
  })

  it('is told once, although it is noticed twice and comes back within the hour', async () => {
    await stop('token_expired', 'graph:190')
    await stop('token_expired', 'graph:190')
    now = new Date(now.getTime() + 60_000)
    await stop('connected', null)
    await stop('token_expired', 'graph:190')
    expect(await told()).toHaveLength(1)
    now = new Date(now.getTime() + 3_600_000)
    await stop('connected', null)
    await stop('token_expired', 'graph:190')
    expect(await told()).toHaveLength(2)
  })

  it('that a webhook reports twice is told once', async () => {
    const restriction = {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 4_000_000_000 }],
    }
    await hear('account_update', restriction)
    await hear('account_update', restriction)
    expect(await told()).toEqual([`channel.restricted: WhatsApp restricted what ${number} can do`])
    await hear('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } })
    expect((await told())[0]).toBe(`channel.restricted: WhatsApp banned ${number}`)
  })

  it('of a changed limit is told with the limit', async () => {
    await w.deps.database.pool.query(`update channels set messaging_limit = 'TIER_1K' where id = $1`, [ids.channelId])
    const limit = { display_phone_number: '558130304040', event: 'UPGRADE', current_limit: 'TIER_10K' }
    await hear('phone_number_quality_update', limit)
    await hear('phone_number_quality_update', limit)
    expect(await told()).toEqual([
      `channel.limit_changed: The messaging limit of ${number} is now 10,000 customers per day`,
    ])
  })
})

describe('the health of a number', () => {
  const measure = async (quality: string) => {
    const id = ids.channelId
    const found = await findChannelRow(systemCtx(w.deps, 'test'), ids.companyId, id)
    if (!found) throw new Error('no channel')
    const number = { id, display_phone_number: found.channel.phone, verified_name: 'Loja', quality_rating: quality }
    const { channel } = found
    await saveHealth(systemCtx(w.deps, 'test'), channel, {
      token: { value: { valid: true, expiresAt: null }, error: null },
      subscription: { value: [{} as never], error: null },
      number: { value: number as never, error: null },
      account: { value: { id: line.wabaId }, error: null },
      facts: {
        ...{ coexistence: false, hasOwnApp: true, missingFields: null, limitUsed: null, unpaidSince: null },
        ...{ connectedAt: now, templatesSyncedAt: now, lastEventAt: null, unheardSince: null, lastAppEventAt: null },
        lagSeconds: null,
      },
      now,
    })
  }

  it('is told when its quality falls, not when it rises', async () => {
    for (const quality of ['GREEN', 'YELLOW', 'YELLOW', 'RED', 'GREEN']) await measure(quality)
    const heard = await told()
    expect(heard.toReversed().map((text) => text.replace(/.*\) ?<\/b> /, ''))).toEqual(['is now medium', 'is now low'])
    expect(heard.every((text) => text.startsWith('channel.quality_changed: '))).toBe(true)
  })
})

describe('what becomes of a template', () => {
  const status = (event: string, reason = 'NONE', name = 'order_ready') =>
    hear('message_template_status_update', {
      event,
      message_template_name: name,
      message_template_language: 'pt_BR',
      reason,
    })
  const know = (...names: string[]) =>
    saveTemplates(
      systemCtx(w.deps, 'test'),
      ids.companyId,
      ids.accountId,
      names.map((name, i) => ({
        id: `5944${i}`,
        name,
        language: 'pt_BR',
        status: 'PENDING',
        category: 'UTILITY',
        components: [],
      })),
    )

  it('is told once each time: rejected with its reason, paused, disabled', async () => {
    await know('order_ready')
    await status('REJECTED', 'INVALID_FORMAT')
    await status('REJECTED', 'INVALID_FORMAT')
    await status('PAUSED')
    await status('DISABLED')
    expect((await told()).sort()).toEqual([
      'template.disabled: WhatsApp disabled the template <b>order_ready</b> (pt_BR)',
      'template.paused: WhatsApp paused the template <b>order_ready</b> (pt_BR)',
      'template.rejected: The template <b>order_ready</b> (pt_BR) was rejected: variables, samples or formatting are wrong',
    ])
  })

  it('of several approved ones is told together', async () => {
    await know('a', 'b', 'c')
    for (const name of ['a', 'b', 'c']) await status('APPROVED', 'NONE', name)
    expect(await told()).toEqual([])
    now = new Date(now.getTime() + 31 * 60_000)
    expect(await told()).toEqual(['template.approved: 3 templates were approved'])
  })
})

it('a message is recorded even if no one can be notified', async () => {
  const { pool } = w.deps.database
  await pool.query(`update notification_workflows set active = false where identifier = 'conversation.new_unassigned'`)
  w.deps.bus.publish('notifications.changed', { environmentId: w.environment.id })
  await deliver(w.app, w.deps, inboundBody(line, { phone: somePhone(), name: 'Joana' }, textContent('oi')))
  await whenProcessed(w.deps)
  const answer = await w.app.inject({ url: '/api/v1/conversations', headers: admin.headers })
  expect(answer.json().data).toHaveLength(1)
})
