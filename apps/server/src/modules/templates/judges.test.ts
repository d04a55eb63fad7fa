import type { TemplateContent } from '@recado/contracts/templates'
import { templateProblems } from '@recado/contracts/whatsapp/template-check'
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

let sandbox: Sandbox
let client: GraphClient
let handles: { image: string; video: string }

beforeAll(async () => {
  sandbox = await startSandbox({ appSecret: 'secret-of-the-judges', verifyToken: 'verify', accessToken, accounts })
  client = createGraphClient({ baseUrl: sandbox.graphUrl, version: 'v25.0', accessToken })
  const { app_id: appId = '' } = await client.debugToken(accessToken)
  const upload = (mimeType: string) =>
    client.uploadTemplateSample(appId, { bytes: Buffer.from('sample'), mimeType, fileName: 'sample' })
  handles = { image: await upload('image/png'), video: await upload('video/mp4') }
})
afterAll(() => sandbox.close())

/** The same sequence at every run. */
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
