import { buildTemplateComponents } from '@recado/contracts/whatsapp/template-build'
import { templateProblems } from '@recado/contracts/whatsapp/template-check'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { validateTemplateValues } from '@recado/contracts/whatsapp/template-validation'
import {
  type SendableTemplate,
  type TemplateValue,
  type TemplateValues,
  type TemplateVariable,
  templateVariables,
} from '@recado/contracts/whatsapp/template-variables'
import { type Sandbox, startSandbox } from '@recado/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGraphClient, type GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'

// Our validator and the sandbox judge templates from the same rules, written twice. Many templates are made of parts
// that are good and bad; what the validator lets through, the sandbox must take.

const accessToken = 'EAA-token-of-the-two-judges-0123456789'
const accounts = Array.from({ length: 20 }, (_, i) => ({
  id: String(700_100_200_300 + i),
  name: 'Loja',
  subscribed: true,
}))

type Stored = SendableTemplate & { name: string; category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION' }
const stored = (name: string, components: object[], more: Partial<Stored> = {}): Stored => ({
  name,
  category: 'MARKETING',
  parameterFormat: 'POSITIONAL',
  components: components as Stored['components'],
  ...more,
})
const bodyText = { type: 'BODY', text: 'Hi {{1}}, your order {{2}} is ready, {{1}}.' }
const plainBody = { type: 'BODY', text: 'Have a look at this.' }
const picture = { type: 'HEADER', format: 'IMAGE' }
const withButtons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list })
const tracked = { type: 'URL', text: 'Track', url: 'https://aurora.example/{{1}}' }

/** One template of every kind that can be sent from here. */
const sendable: readonly Stored[] = [
  stored('words', [bodyText]),
  stored('bare', [plainBody]),
  stored('titled', [{ type: 'HEADER', format: 'TEXT', text: 'For {{1}} only' }, bodyText]),
  stored('document', [{ type: 'HEADER', format: 'DOCUMENT' }, bodyText]),
  stored('video', [{ type: 'HEADER', format: 'VIDEO' }, plainBody]),
  stored('place', [{ type: 'HEADER', format: 'LOCATION' }, plainBody]),
  stored('named', [{ type: 'BODY', text: 'See you on {{day}}, {{first_name}}, on {{day}}!' }], {
    parameterFormat: 'NAMED',
  }),
  stored('buttons', [
    bodyText,
    withButtons(
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'QUICK_REPLY', text: 'Stop' },
      tracked,
      { type: 'URL', text: 'Site', url: 'https://aurora.example' },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+558130304040' },
      { type: 'COPY_CODE', example: 'SAVE10' },
    ),
  ]),
  stored('flow', [plainBody, withButtons({ type: 'FLOW', text: 'Form', flow_id: '12' })]),
  stored('catalog', [plainBody, withButtons({ type: 'CATALOG', text: 'Shop' })]),
  stored('offer', [
    picture,
    bodyText,
    { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } },
    withButtons({ type: 'COPY_CODE', example: 'SAVE10' }, tracked),
  ]),
  stored('carousel', [
    bodyText,
    {
      type: 'CAROUSEL',
      cards: ['cheese', 'sweets'].map((what) => ({
        components: [
          picture,
          { type: 'BODY', text: `Our ${what} for {{1}} today` },
          withButtons({ type: 'QUICK_REPLY', text: 'Want' }, tracked),
        ],
      })),
    },
  ]),
  ...(['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const).map((otp) =>
    stored(
      `code_${otp.toLowerCase()}`,
      [
        { type: 'BODY', text: '*{{1}}* is your verification code.', add_security_recommendation: true },
        { type: 'FOOTER', code_expiration_minutes: 10 },
        withButtons({ type: 'OTP', otp_type: otp, text: 'Copy' }),
      ],
      { category: 'AUTHENTICATION' },
    ),
  ),
]
const numberId = '700100200900'

let sandbox: Sandbox
let client: GraphClient
let handles: { image: string; video: string }

beforeAll(async () => {
  const sending = {
    id: '700100200800',
    subscribed: true,
    phoneNumbers: [{ id: numberId, displayPhoneNumber: '+55 81 3030-4040' }],
    templates: sendable.map(({ name, category, parameterFormat, components }) => ({
      name,
      language: 'pt_BR',
      category,
      parameter_format: parameterFormat,
      components: components.map((component) => ({ ...component })),
    })),
  }
  sandbox = await startSandbox({
    appSecret: 'secret-of-the-judges',
    verifyToken: 'verify',
    accessToken,
    accounts: [...accounts, sending],
    faults: { messagesPerSecond: 0, pairLimit: false, tierLimit: false, magicNumbers: false, statuses: false },
  })
  client = createGraphClient({ baseUrl: sandbox.graphUrl, version: 'v25.0', accessToken })
  const { app_id: appId = '' } = await client.debugToken(accessToken)
  const upload = (mimeType: string) =>
    client.uploadTemplateSample(appId, { bytes: Buffer.from('sample'), mimeType, fileName: 'sample' })
  handles = { image: await upload('image/png'), video: await upload('video/mp4') }
})
afterAll(() => sandbox.close())

/** Pseudo-random numbers, alike at every run. */
const randomOf = (seed: number) => {
  let state = seed
  return <T>(choices: readonly [T, ...T[]]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return choices[Math.floor((state / 2_147_483_648) * choices.length)] ?? choices[0]
  }
}
type Pick = ReturnType<typeof randomOf>
type Component = Record<string, unknown>

const bodies: [string, ...string[]] = [
  'Your order is ready, come and get it today.',
  'Hi {{1}}, your order {{2}} comes tomorrow, see you then.',
  'Hi {{1}}, your order comes tomorrow morning.',
  '{{1}} is ready for you to come and get it today.',
  'Come and get it today, it is ready, {{1}}',
  'Hi {{1}}{{2}}, your order comes tomorrow in the morning.',
  'Hi {{2}}, your order comes tomorrow in the morning.',
  'Hi {{1}} and {{2}} too',
  'Hi {{name}}, your order comes tomorrow in the morning.',
  'Hi {{Name}}, your order comes tomorrow in the morning.',
  'Broken {{ braces, and nothing else in this text.',
  'Three\n\n\nbreaks in a row make it too long to read.',
  '',
  'x'.repeat(700),
  'x'.repeat(1025),
]

const bodyOf = (pick: Pick, named: boolean): Component => {
  const text = pick(bodies)
  const names = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''))]
  const example = named
    ? { body_text_named_params: names.map((name) => ({ param_name: name, example: 'Ana' })) }
    : { body_text: [names.map(() => 'Ana')] }
  return { type: 'BODY', text, ...(names.length > 0 && pick([true, true, true, false]) ? { example } : {}) }
}

const headerOf = (pick: Pick): Component | null =>
  pick([
    null,
    null,
    { type: 'HEADER', format: 'TEXT', text: 'Your order' },
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-1'] } },
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}} of {{2}}', example: { header_text: ['A-1', 'B'] } },
    { type: 'HEADER', format: 'TEXT', text: '*Bold*' },
    { type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) },
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handles.image] } },
    { type: 'HEADER', format: 'VIDEO', example: { header_handle: [handles.video] } },
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'HEADER', format: 'MUSIC' },
  ])

const footerOf = (pick: Pick): Component | null =>
  pick([
    null,
    null,
    { type: 'FOOTER', text: 'Aurora' },
    { type: 'FOOTER', text: 'For {{1}}' },
    { type: 'FOOTER', text: 'x'.repeat(61) },
  ])

const buttonOf = (pick: Pick): Component =>
  pick<Component>([
    { type: 'QUICK_REPLY', text: pick(['Yes', 'No', 'Later', 'Stop']) },
    { type: 'QUICK_REPLY', text: pick(['One', 'Two', 'x'.repeat(26)]) },
    { type: 'URL', text: pick(['Site', 'Shop']), url: 'https://www.example.com' },
    { type: 'URL', text: 'Track', url: 'https://www.example.com/{{1}}', example: ['https://www.example.com/a'] },
    { type: 'URL', text: 'Follow', url: pick(['https://www.example.com/{{1}}/x', 'no address', 'https://wa.me/1']) },
    { type: 'PHONE_NUMBER', text: 'Call', phone_number: pick(['+55 81 3030-4040', '12']) },
    { type: 'COPY_CODE', example: pick(['SAVE10', 'SAVE 10', 'MORETHAN15LETTERS']) },
    { type: 'FLOW', text: 'Form', flow_id: pick(['123', '']) },
    { type: 'OTP', otp_type: 'COPY_CODE' },
    { type: 'DANCE', text: 'Dance' },
  ])

const cardOf = (pick: Pick): Component => ({
  components: [
    pick([
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handles.image] } },
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handles.image] } },
      { type: 'HEADER', format: 'TEXT', text: 'No picture' },
    ]),
    { type: 'BODY', text: pick(['Our best cheese of the week.', 'Sweets from the north.', 'x'.repeat(161)]) },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'I want it' }] },
  ],
})

const authentication = (pick: Pick): Component[] => [
  { type: 'BODY', add_security_recommendation: true, ...pick([{}, {}, { text: 'My own words' }]) },
  ...pick<Component[]>([[], [{ type: 'FOOTER', code_expiration_minutes: pick([1, 10, 90, 91]) }]]),
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: pick(['COPY_CODE', 'COPY_CODE', 'MAGIC']) }] },
]

const messageOf = (pick: Pick, named: boolean): Component[] => {
  const count = pick([0, 0, 1, 2, 3])
  const buttons = Array.from({ length: count }, () => buttonOf(pick))
  const offer = {
    type: 'LIMITED_TIME_OFFER',
    limited_time_offer: { text: 'Today only', has_expiration: pick([true, false]) },
  }
  const cards = { type: 'CAROUSEL', cards: Array.from({ length: pick([1, 2, 3]) }, () => cardOf(pick)) }
  const parts = [
    headerOf(pick),
    bodyOf(pick, named),
    footerOf(pick),
    count > 0 ? { type: 'BUTTONS', buttons } : null,
    pick([null, null, null, null, null, offer]),
  ]
  const plain = parts.filter((part): part is Component => part !== null)
  return pick([false, false, false, false, true]) ? [bodyOf(pick, named), cards] : plain
}

const contentOf = (pick: Pick): TemplateContent => {
  const category = pick(['MARKETING', 'UTILITY', 'UTILITY', 'AUTHENTICATION'] as const)
  const named = pick([false, false, false, true])
  return {
    category,
    parameterFormat: named ? 'NAMED' : 'POSITIONAL',
    ttlSeconds: pick([null, null, 60, 3600, 86_400]),
    components: category === 'AUTHENTICATION' ? authentication(pick) : messageOf(pick, named),
  }
}

const judge = async (content: TemplateContent, index: number): Promise<string | null> => {
  const account = accounts[index % accounts.length]?.id
  try {
    await client.post(`/${account}/message_templates`, {
      name: `made_${index}`,
      language: 'pt_BR',
      category: content.category,
      parameter_format: content.parameterFormat,
      components: content.components,
      ...(content.ttlSeconds === null ? {} : { message_send_ttl_seconds: content.ttlSeconds }),
    })
    return null
  } catch (error) {
    if (error instanceof GraphError) return error.details ?? error.message
    throw error
  }
}

test('what our validator lets through, the sandbox takes', async () => {
  const pick = randomOf(20_261_121)
  const quarrels: { content: TemplateContent; says: string }[] = []
  const strict: { content: TemplateContent; codes: string[] }[] = []
  let agreed = 0
  for (let index = 0; index < 1500; index++) {
    const content = contentOf(pick)
    const problems = templateProblems(content)
    const says = await judge(content, index)
    if (problems.length === 0 && says !== null) quarrels.push({ content, says })
    else if (problems.length > 0 && says === null) strict.push({ content, codes: problems.map(({ code }) => code) })
    else if (says === null) agreed += 1
  }
  expect(quarrels).toEqual([])
  expect(strict).toEqual([])
  expect(agreed).toBeGreaterThan(50)
})

const HOUR = 3_600_000
const now = Date.now()

const choices: Readonly<
  Record<TemplateVariable['kind'], readonly [TemplateValue | undefined, ...(TemplateValue | undefined)[]]>
> = {
  text: ['Ana', 'A-19', 'x', 'R$ 10,00 à vista', '  padded ', undefined, '', '   ', 'two\nlines', 'a\tb', 'a     b', 7],
  media: [
    { link: 'https://aurora.example/file' },
    { link: 'https://aurora.example/other', filename: 'receipt.pdf' },
    { link: 'http://plain.example/file' },
    {},
    'no file',
  ],
  location: [
    { latitude: -8.05, longitude: -34.9, name: 'Loja', address: 'Rua 1' },
    { latitude: 91, longitude: 0 },
    'x',
  ],
  product: [undefined],
  url_suffix: ['A-19', 'a/b?c=d', undefined, 'a b', 'x'.repeat(2001)],
  code: ['123456', 'SAVE10', undefined, '', 'MORETHAN15LETTERS'],
  payload: [undefined, 'yes', 'x'.repeat(257)],
  flow: [undefined, 'token-1', ''],
  instant: [now + HOUR, now - HOUR, 'tomorrow'],
  unsupported: [undefined],
}

/** Mostly good values, so that some of each template pass altogether. */
const valuesFor = (pick: Pick, template: Stored): TemplateValues =>
  Object.fromEntries(
    templateVariables(template).map(({ key, kind }) => {
      const [good, ...others] = choices[kind]
      return [key, pick([good, ...Array.from({ length: 4 * others.length }, () => good), ...others])]
    }),
  )

/** What the sandbox says to values that our validator lets through; null when it takes them. */
const sendOne = async (template: Stored, values: TemplateValues): Promise<string | null> => {
  try {
    await client.post(`/${numberId}/messages`, {
      messaging_product: 'whatsapp',
      to: '5581988887766',
      type: 'template',
      template: {
        name: template.name,
        language: { code: 'pt_BR', policy: 'deterministic' },
        components: buildTemplateComponents(template, values),
      },
    })
    return null
  } catch (error) {
    if (error instanceof GraphError) return `${error.code}: ${error.details ?? error.message}`
    throw error
  }
}

test('no template leaves with values that Meta would refuse', async () => {
  const pick = randomOf(20_261_122)
  const quarrels: { name: string; values: TemplateValues; says: string }[] = []
  for (const template of sendable) {
    let sent = 0
    for (let turn = 0; turn < 80; turn++) {
      const values = valuesFor(pick, template)
      if (validateTemplateValues(template, values, now).length > 0) continue
      const says = await sendOne(template, values)
      if (says) quarrels.push({ name: template.name, values, says })
      else sent += 1
    }
    expect({ name: template.name, enough: sent > 5 }).toEqual({ name: template.name, enough: true })
  }
  expect(quarrels).toEqual([])
})

test('a value that Meta counts and is not there, or too many, is held back', () => {
  for (const template of sendable) {
    const needed = templateVariables(template).filter(({ required }) => required)
    const good = Object.fromEntries(needed.map(({ key, kind }) => [key, choices[kind][0]]))
    expect(validateTemplateValues(template, good, now)).toEqual([])
    for (const { key } of needed)
      expect(validateTemplateValues(template, { ...good, [key]: undefined }, now)).toContainEqual({
        key,
        code: 'required',
      })
    expect(validateTemplateValues(template, { ...good, 'body.99': 'more' }, now)).toContainEqual({
      key: 'body.99',
      code: 'unknown_key',
    })
  }
})
