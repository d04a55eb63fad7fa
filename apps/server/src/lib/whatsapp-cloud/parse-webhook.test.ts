import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseWebhook, readWebhook } from './parse-webhook.ts'

const folder = new URL('./fixtures/', import.meta.url)
const bytesOf = (name: string) => readFileSync(new URL(`${name}.json`, folder))
const names = readdirSync(folder).map((file) => file.replace('.json', ''))

const at = (seconds: number) => new Date(seconds * 1000)
const ana = { phone: '5511987650001', bsuid: 'BR.4401', name: 'Ana' }
const bia = { phone: null, bsuid: 'BR.88', parentBsuid: 'BR.ENT.1', username: 'bia.s', name: 'Bia', countryCode: 'BR' }
const template = { templateId: '98765432109876543', templateName: 'order_ready', templateLanguage: 'pt_BR' }

const said = (content: object, more: object = {}) => [{ kind: 'inboundMessage', from: ana, content, ...more }]
const status = (word: string, more: object = {}) => [
  {
    kind: 'messageStatus',
    wamid: 'wamid.out',
    status: word,
    callbackData: 'msg_01',
    timestamp: at(1795000060),
    ...more,
  },
]
const media = { mediaId: '701', sha256: 'q1Y=', url: 'https://lookaside.fbsbx.com/x' }
const price = { model: 'PMP', type: 'regular', category: 'utility', billable: true }
const utilityWindow = { id: 'c1', origin: 'utility', expiresAt: at(1795086400) }

const expected: Record<string, object[]> = {
  'message-text': said(
    { kind: 'text', body: 'Olá, tudo bem? 👋' },
    { wabaId: '201000000000001', phoneNumberId: '301000000000001', timestamp: at(1795000000), place: '0.0.messages.0' },
  ),
  'message-image': said({ kind: 'image', ...media, mimeType: 'image/jpeg', caption: 'minha foto' }),
  'message-video': said({ kind: 'video', ...media, mimeType: 'video/mp4', caption: null }),
  'message-audio-voice': said({ kind: 'audio', ...media, voice: true }),
  'message-document': said({ kind: 'document', ...media, fileName: 'nota.pdf', caption: 'segue' }),
  'message-sticker': said({ kind: 'sticker', ...media, animated: true }),
  'message-location': said({
    kind: 'location',
    latitude: -23.56,
    longitude: -46.65,
    name: 'MASP',
    address: 'Av. Paulista',
  }),
  'message-contacts': said({ kind: 'contacts', contacts: [{ name: { formatted_name: 'Loja' } }] }),
  'message-reaction': said({ kind: 'reaction', targetWamid: 'wamid.target', emoji: '❤️' }),
  'message-reaction-removed': said({ kind: 'reaction', targetWamid: 'wamid.target', emoji: null }),
  'message-button-reply': said(
    { kind: 'button_reply', id: 'yes', title: 'Sim' },
    { context: { wamid: 'wamid.asked' } },
  ),
  'message-list-reply': said({ kind: 'list_reply', id: 'r1', title: 'Manhã', description: '9:00' }),
  'message-flow-reply': said({ kind: 'flow_reply', name: 'flow', response: { flow_token: 't1', size: 'M' } }),
  'message-flow-reply-broken': said({ kind: 'flow_reply', responseJson: '{oops', response: null }),
  'message-call-permission': said({ kind: 'call_permission_reply', response: 'accept', expiresAt: at(1795086400) }),
  'message-template-button': said({ kind: 'template_button', payload: 'YES', text: 'Sim' }),
  'message-order': said({
    kind: 'order',
    catalogId: '9',
    text: 'por favor',
    items: [{ productId: 'sku-1', quantity: 2, price: 10.5, currency: 'BRL' }],
  }),
  'message-number-changed': said({
    kind: 'system',
    systemType: 'user_changed_number',
    newUser: { phone: '5511987659999', bsuid: null, parentBsuid: null },
  }).map((event) => ({ ...event, from: { phone: '5511987650001', name: null } })),
  'message-unsupported': said({ kind: 'unsupported', type: 'poll' }, { errors: [{ code: 131051 }] }),
  'message-edit': said({ kind: 'edit', originalWamid: 'wamid.orig', content: { kind: 'text', body: 'corrigido' } }),
  'message-revoke': said({ kind: 'revoke', originalWamid: 'wamid.orig' }),
  'message-unknown-word': said({ kind: 'unsupported', type: 'hologram' }, { raw: { hologram: { depth: 3 } } }),
  'message-from-ad': said(
    { kind: 'text' },
    {
      referral: { sourceType: 'ad', sourceId: '12', clickId: 'ARA1', mediaUrl: 'https://x/i.jpg', welcomeText: 'Oi!' },
    },
  ),
  'message-forwarded': said({ kind: 'text' }, { context: { wamid: null, forwarded: true, frequentlyForwarded: true } }),
  'message-product-question': said({ kind: 'text' }, { context: { product: { catalogId: '9', productId: 'sku-1' } } }),
  'message-group': said({ kind: 'text' }, { groupId: 'G1' }),
  'message-hidden-omitted': said({ kind: 'text' }, { from: bia }),
  'message-hidden-empty': said({ kind: 'text' }, { from: bia }),
  'message-hidden-in-from': said({ kind: 'text' }, { from: bia }),
  several: [
    { wamid: 'wamid.a', from: { phone: '5511987650001', name: 'Ana' } },
    { wamid: 'wamid.b', from: { phone: '5511987650002', name: 'Caio' }, place: '0.0.messages.1' },
    { wamid: 'wamid.c', status: 'sent' },
    { wamid: 'wamid.c', status: 'delivered', place: '0.1.statuses.1' },
    { wamid: 'wamid.d', from: { phone: '5511987650003', name: null }, wabaId: '202' },
  ],
  'value-errors': [{ kind: 'valueErrors', errors: [{ code: 130429, details: 'too fast' }] }],
  'status-sent': status('sent', {
    pricing: price,
    conversation: utilityWindow,
    recipient: { phone: ana.phone, bsuid: ana.bsuid },
  }),
  'status-delivered': status('delivered', { pricing: price, conversation: null }),
  'status-read': status('read', { pricing: null }),
  'status-played': status('played'),
  'status-failed': status('failed', { errors: [{ code: 131026, details: 'not on WhatsApp' }] }),
  'status-hidden': status('delivered', { recipient: { phone: null, bsuid: 'BR.4401' } }),
  'status-group': status('read', { groupId: 'G1', recipient: { phone: '5511987650001' } }),
  'status-unknown-word': [{ kind: 'unknown', raw: { id: 'wamid.out', status: 'warming', timestamp: '1' } }],
  echo: [
    { kind: 'echo', wamid: 'wamid.echo', from: { phone: '551140028922' }, to: { phone: ana.phone, bsuid: ana.bsuid } },
  ],
  history: [
    {
      kind: 'history',
      phase: 1,
      chunkOrder: 2,
      progress: 55,
      messages: [
        { wamid: 'wamid.h1', threadId: '5511987650001', status: 'READ', content: { kind: 'text', body: 'antiga' } },
        {
          wamid: 'wamid.h2',
          to: { phone: '5511987650001' },
          content: { kind: 'unsupported', type: 'media_placeholder' },
        },
      ],
    },
  ],
  'history-declined': [{ kind: 'history', messages: [], errors: [{ code: 2593109 }] }],
  'contact-sync': [
    { kind: 'contactSync', action: 'add', phone: '5511987650001', fullName: 'Ana Souza' },
    { kind: 'contactSync', action: 'remove', phone: '5511987650002' },
  ],
  'user-preferences': [
    { kind: 'userPreference', user: ana, category: 'marketing_messages', value: 'stop', timestamp: at(1795000000) },
  ],
  'user-id-update': [
    {
      kind: 'userIdUpdate',
      user: { phone: '5511987650001', bsuid: 'BR.2' },
      previous: { bsuid: 'BR.1', parentBsuid: 'BR.ENT.1' },
      current: { bsuid: 'BR.2', parentBsuid: 'BR.ENT.2' },
    },
  ],
  'template-approved': [{ kind: 'templateStatus', ...template, status: 'APPROVED', reason: null, category: 'UTILITY' }],
  'template-rejected': [{ kind: 'templateStatus', status: 'REJECTED', reason: 'Bad format', recommendation: 'Fix it' }],
  'template-paused': [{ kind: 'templateStatus', status: 'PAUSED', title: 'FIRST_PAUSE', reason: null }],
  'template-disabled': [{ kind: 'templateStatus', status: 'DISABLED', disableAt: at(1795000000) }],
  'template-quality': [{ kind: 'templateQuality', ...template, previous: 'GREEN', current: 'YELLOW' }],
  'template-components': [{ kind: 'templateComponents', ...template, raw: { message_template_element: 'Olá {{1}}!' } }],
  'template-category-warning': [
    {
      kind: 'templateCategory',
      stage: 'warning',
      category: 'UTILITY',
      correctCategory: 'MARKETING',
      changesAt: at(1795000000),
    },
  ],
  'template-category-changed': [
    { kind: 'templateCategory', stage: 'changed', category: 'MARKETING', previousCategory: 'UTILITY' },
  ],
  'phone-quality': [{ kind: 'phoneQuality', displayPhoneNumber: '551140028922', currentLimit: 'TIER_10K' }],
  'phone-name': [
    { kind: 'phoneName', decision: 'REJECTED', requestedName: 'Loja', rejectionReason: 'NAME_NOT_ALLOWED' },
  ],
  'account-restriction': [
    {
      kind: 'accountUpdate',
      restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiresAt: at(1795086400) }],
    },
  ],
  'account-banned': [{ kind: 'accountUpdate', banState: 'SCHEDULE_FOR_DISABLE', banDate: '2026-12-01' }],
  'account-partner': [
    {
      kind: 'accountUpdate',
      wabaId: '201000000000001',
      event: 'PARTNER_APP_UNINSTALLED',
      disconnectReason: 'PRIMARY_INACTIVITY',
    },
  ],
  'account-alert': [{ kind: 'accountAlert', severity: 'CRITICAL', status: 'ACTIVE', entityType: 'WABA' }],
  'account-alert-flat': [{ kind: 'accountAlert', severity: 'WARNING', status: 'NONE' }],
  'account-review': [{ kind: 'accountReview', decision: 'APPROVED' }],
  'business-capability': [{ kind: 'businessCapability', messagingLimit: 'TIER_2K', maxNumbersPerAccount: 20 }],
  'business-capability-old': [{ kind: 'businessCapability', messagingLimit: '1000', maxNumbersPerBusiness: 2 }],
  security: [{ kind: 'security', event: 'PIN_RESET_REQUEST', requester: '55' }],
  'unknown-field': [{ kind: 'unknown', field: 'flows', raw: { field: 'flows' } }],
}

describe('parseWebhook', () => {
  it('has an expectation for every fixture', () => {
    expect(Object.keys(expected).sort()).toEqual(names.sort())
  })

  it.each(names)('reads %s', (name) => {
    const events = parseWebhook(bytesOf(name))
    expect(events).toMatchObject(expected[name] ?? [])
    expect(events).toHaveLength(expected[name]?.length ?? 0)
  })

  it('gives each event of a body its own place', () => {
    const places = parseWebhook(bytesOf('several')).map(({ place }) => place)
    expect(new Set(places).size).toBe(places.length)
  })

  it('does not touch long digits inside a text', () => {
    const text = 'pague em: 12345678901234567890, obrigado'
    const body = {
      entry: [
        {
          id: 1,
          changes: [
            { field: 'messages', value: { x: 0, messages: [{ id: 'w', type: 'text', text: { body: text } }] } },
          ],
        },
      ],
    }
    const bytes = Buffer.from(JSON.stringify(body).replace('"x":0', '"x":98765432109876543210'))
    expect(parseWebhook(bytes)).toMatchObject([{ content: { kind: 'text', body: text } }])
  })

  it('turns bytes that are no JSON into one unparsable event', () => {
    for (const text of ['', '{', 'null,', '<html>', '\u0000']) {
      expect(parseWebhook(Buffer.from(text))).toMatchObject([{ kind: 'unparsable' }])
    }
  })

  it('keeps well-formed JSON of any other shape as unknown', () => {
    for (const body of [
      null,
      1,
      'x',
      [],
      {},
      { entry: {} },
      { entry: [] },
      { entry: [null] },
      { entry: [{ changes: [1] }] },
    ]) {
      expect(readWebhook(body)).toMatchObject([{ kind: 'unknown' }])
    }
  })
})

const generator = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const odd: unknown[] = [
  null,
  '',
  'x',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  '__proto__',
  'constructor',
  '1795000000',
  'NaN',
]

const mutate = (value: unknown, random: () => number): unknown => {
  const pick = () => odd[Math.floor(random() * odd.length)]
  if (random() < 0.06) return pick()
  if (Array.isArray(value)) {
    const items = value.map((item) => mutate(item, random))
    return random() < 0.05 ? [...items, pick(), ...items] : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, item]) => (random() < 0.04 ? [] : [[key, mutate(item, random)]]))
  return Object.fromEntries(random() < 0.05 ? [...entries, ['type', pick()]] : entries)
}

describe('parseWebhook on mutated bodies', () => {
  it('never throws and always accounts for the body', () => {
    const random = generator(20_261_121)
    const bodies: unknown[] = names.map((name) => JSON.parse(bytesOf(name).toString()))
    for (let round = 0; round < 12_000; round++) {
      const body = mutate(bodies[round % bodies.length], random)
      const events = parseWebhook(Buffer.from(JSON.stringify(body)))
      expect(events.length, JSON.stringify(body)).toBeGreaterThan(0)
      for (const event of events) {
        expect(event.kind).toBeTypeOf('string')
        if (event.kind !== 'inboundMessage') continue
        expect(event.wamid).not.toBe('')
        expect(event.from.phone === null || /^\d+$/.test(event.from.phone)).toBe(true)
        expect(event.timestamp === null || !Number.isNaN(event.timestamp.getTime())).toBe(true)
      }
    }
  })
})
