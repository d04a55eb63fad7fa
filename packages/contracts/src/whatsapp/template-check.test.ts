import { describe, expect, it } from 'vitest'
import { checkTemplateContent, templateProblems } from './template-check.ts'
import type { CheckedTemplate } from './template-check-parts.ts'
import type { TemplateComponent } from './template-parts.ts'

const text = (words: string, examples: string[] = []): TemplateComponent => ({
  type: 'BODY',
  text: words,
  ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
})
const good = text('Hi {{1}}, your order {{2}} comes tomorrow, see you then.', ['Ana', 'A-1'])

const template = (components: TemplateComponent[], more: Partial<CheckedTemplate> = {}): CheckedTemplate => ({
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  components,
  ...more,
})
const problems = (...args: Parameters<typeof template>) =>
  templateProblems(template(...args)).map(({ path, code }) => `${path} ${code}`.trim())
const warnings = (...args: Parameters<typeof template>) =>
  checkTemplateContent(template(...args)).flatMap(({ path, code, level }) =>
    level === 'warning' ? [`${path} ${code}`.trim()] : [],
  )
const buttons = (...list: Record<string, unknown>[]): TemplateComponent => ({ type: 'BUTTONS', buttons: list })
const reply = (words: string) => ({ type: 'QUICK_REPLY', text: words })
const link = (url: string, example?: string) => ({
  type: 'URL',
  text: 'Open',
  url,
  ...(example ? { example: [example] } : {}),
})

describe('the text of a template', () => {
  it('may have variables with words around them and an example each', () => {
    expect(problems([good])).toEqual([])
  })

  it.each([
    ['', 'body.text required'],
    ['x'.repeat(1025), 'body.text too_long'],
    ['{{1}} comes tomorrow morning, see you then', 'body.text variable_edge'],
    ['Your order comes tomorrow at {{1}}', 'body.text variable_edge'],
    ['Hi {{1}} {{2}}, your order comes tomorrow morning.', 'body.text variable_adjacent'],
    ['Hi {{2}}, your order comes tomorrow morning.', 'body.text variable_order'],
    ['Hi {{name}}, your order comes tomorrow morning.', 'body.text variable_style'],
    ['Hi {{1}} and {{2}} too', 'body.text variable_ratio'],
    ['Hi {{}}, your order comes tomorrow morning.', 'body.text variable_broken'],
    ['Hi {{1}}, your order comes tomorrow morning.', 'body.examples.1 example_missing'],
    ['One\n\n\ntwo', 'body.text many_line_breaks'],
  ])('is refused for %j', (words, problem) => {
    expect(problems([text(words)])).toContain(problem)
  })

  it('has named variables where the template says so', () => {
    const named = {
      type: 'BODY',
      text: 'Hi {{first_name}}, your order comes tomorrow.',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ana' }] },
    }
    expect(problems([named], { parameterFormat: 'NAMED' })).toEqual([])
    expect(problems([good], { parameterFormat: 'NAMED' })).toContain('body.text variable_style')
  })
})

describe('header and footer', () => {
  it.each([
    [{ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }, 'header.text too_long'],
    [{ type: 'HEADER', format: 'TEXT', text: '*Bold*' }, 'header.text header_formatting'],
    [{ type: 'HEADER', format: 'TEXT', text: 'For {{1}} and {{2}}' }, 'header.text header_variables'],
    [{ type: 'HEADER', format: 'IMAGE' }, 'header.sample sample_missing'],
    [{ type: 'HEADER', format: 'MUSIC' }, 'header.format header_format_unknown'],
    [{ type: 'FOOTER', text: 'For {{1}}' }, 'footer.text footer_variables'],
    [{ type: 'FOOTER', text: 'x'.repeat(61) }, 'footer.text too_long'],
  ])('are refused: %j', (part, problem) => {
    expect(problems([part, good])).toContain(problem)
  })
})

describe('buttons', () => {
  it.each([
    [[reply('Yes'), link('https://a.example'), reply('No')], 'buttons buttons_mixed'],
    [[reply('Yes'), reply('yes')], 'buttons.1.text button_text_twice'],
    [[reply('x'.repeat(26))], 'buttons.0.text too_long'],
    [Array.from({ length: 11 }, (_, i) => reply(`Answer ${i}`)), 'buttons buttons_count'],
    [['a', 'b', 'c'].map((name) => ({ ...link(`https://${name}.example`), text: name })), 'buttons button_kind_count'],
    [[link('https://a.example/{{1}}/x', 'y')], 'buttons.0.url url_variable'],
    [[link('https://a.example/{{1}}')], 'buttons.0.example example_missing'],
    [[link('no address')], 'buttons.0.url url_invalid'],
    [[link('https://wa.me/5581')], 'buttons.0.url url_whatsapp'],
    [[{ type: 'PHONE_NUMBER', text: 'Call', phone_number: '12' }], 'buttons.0.phone_number phone_invalid'],
    [[{ type: 'COPY_CODE', example: 'MORETHAN15LETTERS' }], 'buttons.0.example too_long'],
    [[{ type: 'FLOW', text: 'Form' }], 'buttons.0.flow_id flow_missing'],
    [[{ type: 'OTP', otp_type: 'COPY_CODE' }], 'buttons.0 category_refused'],
    [[{ type: 'DANCE', text: 'Dance' }], 'buttons.0.type button_kind_unknown'],
  ])('are refused: %j', (list, problem) => {
    expect(problems([good, buttons(...list)])).toContain(problem)
  })

  it('may be quick replies together, beside a link with a variable at its end', () => {
    const list = [reply('Yes'), reply('No'), link('https://a.example/{{1}}', 'https://a.example/x')]
    expect(problems([good, buttons(...list)])).toEqual([])
  })
})

describe('carousel, offer, authentication', () => {
  const card = (words = 'Our best cheese') => ({
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } },
      { type: 'BODY', text: words },
      buttons(reply('I want it')),
    ],
  })
  const marketing = { category: 'MARKETING' as const }

  it('takes cards of the same parts, and no others', () => {
    const cards = (list: object[]) => [good, { type: 'CAROUSEL', cards: list }]
    expect(problems(cards([card(), card()]), marketing)).toEqual([])
    expect(problems(cards([card()]), marketing)).toContain('carousel cards_count')
    const bare = { components: card().components.filter(({ type }) => type !== 'BODY') }
    expect(problems(cards([card(), bare]), marketing)).toContain('cards.1 cards_differ')
    expect(problems(cards([card(), card('x'.repeat(161))]), marketing)).toContain('cards.1.body.text too_long')
  })

  it('an offer has a picture, a code, a link and no footer', () => {
    const offer = { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } }
    const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } }
    const both = buttons({ type: 'COPY_CODE', example: 'SAVE10' }, link('https://a.example'))
    expect(problems([picture, offer, good, both], marketing)).toEqual([])
    expect(problems([offer, good, both], marketing)).toContain('offer offer_header')
    expect(problems([picture, offer, good, both])).toContain('offer category_refused')
    expect(problems([picture, offer, good, { type: 'FOOTER', text: 'Aurora' }, both], marketing)).toContain(
      'footer offer_without_footer',
    )
    expect(problems([picture, offer, good, buttons(link('https://a.example'))], marketing)).toContain(
      'buttons offer_buttons',
    )
  })

  it('a code is written by WhatsApp and has one button', () => {
    const code = { category: 'AUTHENTICATION' as const }
    const body = { type: 'BODY', add_security_recommendation: true }
    expect(problems([body, buttons({ type: 'OTP', otp_type: 'COPY_CODE' })], code)).toEqual([])
    expect(problems([good, buttons({ type: 'OTP', otp_type: 'COPY_CODE' })], code)).toContain(
      'body.text authentication_text_fixed',
    )
    expect(problems([body], code)).toContain('buttons authentication_button')
    expect(problems([body, buttons({ type: 'OTP', otp_type: 'ONE_TAP' })], code)).toContain(
      'buttons.0.supported_apps otp_app',
    )
  })

  it('the time of delivery depends on the category', () => {
    expect(problems([good], { ttlSeconds: 43_200 })).toEqual([])
    expect(problems([good], { ttlSeconds: 43_201 })).toEqual(['ttlSeconds range'])
    expect(problems([good], { ...marketing, ttlSeconds: 60 })).toEqual(['ttlSeconds range'])
    expect(problems([good], { ttlSeconds: -1 })).toEqual([])
  })
})

describe('limits of Meta', () => {
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, i) => make(i))
  const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } }
  const card = (words: string, replies = 1) => ({
    components: [picture, { type: 'BODY', text: words }, buttons(...many(replies, (i) => reply(`Answer ${i}`)))],
  })
  const cards = (list: object[]) => [good, { type: 'CAROUSEL', cards: list }]
  const offer = (words: string, body = 'Come and see.') => [
    picture,
    { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: words, has_expiration: true } },
    text(body),
    buttons({ type: 'COPY_CODE', example: 'SAVE10' }, link('https://a.example')),
  ]
  const code = (footer: object = {}, button: object = {}) => [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', ...footer },
    buttons({ type: 'OTP', otp_type: 'COPY_CODE', ...button }),
  ]
  const letters = (count: number) => 'x'.repeat(count)

  it.each<[string, 'MARKETING' | 'UTILITY' | 'AUTHENTICATION', number, (size: number) => TemplateComponent[], string]>([
    [
      'characters of a header',
      'UTILITY',
      60,
      (n) => [{ type: 'HEADER', format: 'TEXT', text: letters(n) }, good],
      'header.text too_long',
    ],
    ['characters of a body', 'UTILITY', 1024, (n) => [text(letters(n))], 'body.text too_long'],
    [
      'characters of a footer',
      'UTILITY',
      60,
      (n) => [good, { type: 'FOOTER', text: letters(n) }],
      'footer.text too_long',
    ],
    ['characters of a button', 'UTILITY', 25, (n) => [good, buttons(reply(letters(n)))], 'buttons.0.text too_long'],
    [
      'characters of an address',
      'UTILITY',
      2000,
      (n) => [good, buttons(link(`https://a.example/${letters(n - 18)}`))],
      'buttons.0.url too_long',
    ],
    [
      'characters of a phone',
      'UTILITY',
      20,
      (n) => [good, buttons({ type: 'PHONE_NUMBER', text: 'Call', phone_number: '5'.repeat(n) })],
      'buttons.0.phone_number too_long',
    ],
    [
      'characters of a code to copy',
      'MARKETING',
      15,
      (n) => [good, buttons({ type: 'COPY_CODE', example: letters(n) })],
      'buttons.0.example too_long',
    ],
    [
      'buttons',
      'UTILITY',
      10,
      (n) => [good, buttons(...many(n, (i) => reply(`Answer ${i}`)))],
      'buttons buttons_count',
    ],
    [
      'links',
      'UTILITY',
      2,
      (n) => [good, buttons(...many(n, (i) => ({ ...link('https://a.example'), text: `${i}` })))],
      'buttons button_kind_count',
    ],
    [
      'calls',
      'UTILITY',
      1,
      (n) => [good, buttons(...many(n, (i) => ({ type: 'PHONE_NUMBER', text: `${i}`, phone_number: '558130304040' })))],
      'buttons button_kind_count',
    ],
    [
      'codes to copy',
      'MARKETING',
      1,
      (n) => [good, buttons(...many(n, () => ({ type: 'COPY_CODE', example: 'SAVE10' })))],
      'buttons button_kind_count',
    ],
    ['cards', 'MARKETING', 10, (n) => cards(many(n, () => card('Our best cheese'))), 'carousel cards_count'],
    [
      'characters of a card',
      'MARKETING',
      160,
      (n) => cards(many(2, () => card(letters(n)))),
      'cards.0.body.text too_long',
    ],
    [
      'buttons of a card',
      'MARKETING',
      2,
      (n) => cards(many(2, () => card('Our best cheese', n))),
      'cards.0.buttons buttons_count',
    ],
    ['characters of an offer', 'MARKETING', 16, (n) => offer(letters(n)), 'offer.text too_long'],
    [
      'characters of the body of an offer',
      'MARKETING',
      600,
      (n) => offer('Ends soon', letters(n)),
      'body.text too_long',
    ],
    [
      'minutes that a code lives',
      'AUTHENTICATION',
      90,
      (n) => code({ code_expiration_minutes: n }),
      'footer.code_expiration_minutes range',
    ],
    [
      'characters of the button of a code',
      'AUTHENTICATION',
      25,
      (n) => code({}, { text: letters(n) }),
      'buttons.0.text too_long',
    ],
    ['line breaks together', 'UTILITY', 2, (n) => [text(`One${'\r\n'.repeat(n)}two`)], 'body.text many_line_breaks'],
  ])('%s of %s templates: %i, and no more', (_, category, limit, make, problem) => {
    expect(problems(make(limit), { category })).toEqual([])
    expect(problems(make(limit + 1), { category })).toContain(problem)
  })

  it.each([
    ['AUTHENTICATION', 30, 900],
    ['UTILITY', 30, 43_200],
    ['MARKETING', 43_200, 2_592_000],
  ] as const)('a %s message is delivered within %i to %i seconds, or 30 days', (category, least, most) => {
    const parts = category === 'AUTHENTICATION' ? code() : [good]
    for (const ttlSeconds of [least, most, -1, null]) expect(problems(parts, { category, ttlSeconds })).toEqual([])
    for (const ttlSeconds of [least - 1, most + 1, 0, least + 0.5])
      expect(problems(parts, { category, ttlSeconds })).toEqual(['ttlSeconds range'])
  })
})

describe('texts that were pasted', () => {
  it.each([
    ['a variable behind an invisible space', 'Your order comes tomorrow at {{1}}\u200b', 'body.text variable_edge'],
    [
      'a variable behind a mark of direction',
      '\u200f{{1}} \u05d4\u05d6\u05de\u05e0\u05d4 \u05e9\u05dc\u05da \u05de\u05d7\u05e8',
      'body.text variable_edge',
    ],
    [
      'variables with an invisible space between',
      'Hi {{1}}\u200b{{2}}, your order comes tomorrow morning.',
      'body.text variable_adjacent',
    ],
    ['nothing but invisible spaces', '\u200b\ufeff \u2060', 'body.text required'],
    ['words that are none', 'Hi {{1}} \u200b \u2060 \u200e you', 'body.text variable_ratio'],
    ['line separators', 'One\u2028\u2028\u2029two', 'body.text many_line_breaks'],
  ])('%s', (_, words, problem) => {
    expect(problems([text(words, ['Ana', 'A-1'])])).toContain(problem)
  })

  it.each([
    ['a family of emoji', 'Olá {{1}}, bem-vinda à família \u{1F468}\u200d\u{1F469}\u200d\u{1F467} Aurora.'],
    ['a text from right to left', 'مرحبا {{1}}، طلبك في الطريق إليك الآن'],
    ['a no-break space', 'Hi {{1}}, your order of R$\u00a030 comes tomorrow.'],
  ])('%s is taken', (_, words) => {
    expect(problems([text(words, ['Ana'])])).toEqual([])
  })
})

describe('warnings keep nothing from being submitted', () => {
  it.each([
    ['See bit.ly/abc for more about your order.', 'body.text warn_short_link'],
    ['YOUR ORDER IS READY, COME AND GET IT', 'body.text warn_capitals'],
    ['A discount of ten percent waits for you.', 'body.text warn_promotional'],
    ['Promoção: frete grátis em toda a loja.', 'body.text warn_promotional'],
  ])('%j', (words, warning) => {
    expect(warnings([text(words)])).toEqual([warning])
    expect(problems([text(words)])).toEqual([])
  })

  it('marketing says how it is stopped', () => {
    expect(warnings([good], { category: 'MARKETING' })).toEqual(['warn_no_opt_out'])
    expect(warnings([good, buttons(reply('Parar promoções'))], { category: 'MARKETING' })).toEqual([])
  })
})
