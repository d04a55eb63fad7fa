import { describe, expect, it } from 'vitest'
import { buildTemplateComponents } from './template-build.ts'
import { renderTemplatePreview } from './template-preview.ts'
import { validateTemplateValues } from './template-validation.ts'
import { type SendableTemplate, type TemplateValues, templateVariables } from './template-variables.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const order: SendableTemplate = {
  parameterFormat: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Hi {{2}}, order {{1}} is ready, {{2}}.', example: { body_text: [['A-1', 'Ana']] } },
    { type: 'FOOTER', text: 'Aurora' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        {
          type: 'URL',
          text: 'Track',
          url: 'https://aurora.example/t/{{1}}',
          example: ['https://aurora.example/t/A-1'],
        },
        { type: 'URL', text: 'Site', url: 'https://aurora.example' },
        { type: 'COPY_CODE', example: 'SAVE10' },
      ],
    },
  ],
}
const orderValues: TemplateValues = {
  'header.media': { id: '900', filename: 'receipt.pdf', mimeType: 'application/pdf', size: 1000 },
  'body.1': 'A-19',
  'body.2': 'Ana',
  'button.1': 'A-19',
  'button.3': 'SAVE10',
}

describe('a template with media, text and buttons', () => {
  it('asks for every value once, in order, with what Meta saw as an example', () => {
    expect(templateVariables(order)).toMatchObject([
      { key: 'header.media', kind: 'media', mediaKind: 'document', required: true },
      { key: 'body.1', kind: 'text', label: '1', example: 'A-1' },
      { key: 'body.2', kind: 'text', label: '2', example: 'Ana' },
      { key: 'button.0', kind: 'payload', required: false },
      { key: 'button.1', kind: 'url_suffix', required: true },
      { key: 'button.3', kind: 'code', required: true, maxLength: 15 },
    ])
  })

  it('builds exactly the components that Meta wants', () => {
    expect(validateTemplateValues(order, orderValues, now)).toEqual([])
    expect(buildTemplateComponents(order, orderValues)).toEqual([
      { type: 'header', parameters: [{ type: 'document', document: { id: '900', filename: 'receipt.pdf' } }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'A-19' },
          { type: 'text', text: 'Ana' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'A-19' }] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '3',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE10' }],
      },
    ])
  })

  it('shows how it will look', () => {
    expect(renderTemplatePreview(order, orderValues)).toMatchObject({
      header: { kind: 'media', mediaKind: 'document', media: { id: '900' } },
      body: 'Hi Ana, order A-19 is ready, Ana.',
      footer: 'Aurora',
      buttons: [
        { text: 'Thanks' },
        { url: 'https://aurora.example/t/A-19' },
        { url: 'https://aurora.example' },
        { code: 'SAVE10' },
      ],
    })
    expect(renderTemplatePreview(order, {}).body).toBe('Hi {{2}}, order {{1}} is ready, {{2}}.')
  })

  it.each([
    ['body.1', undefined, 'required'],
    ['body.1', '   ', 'required'],
    ['body.1', 'two\nlines', 'has_line_break'],
    ['body.1', 'a\tb', 'has_line_break'],
    ['body.1', 'a     b', 'has_many_spaces'],
    ['body.1', 7, 'not_a_text'],
    ['body.1', 'x'.repeat(1025), 'too_long'],
    ['button.1', 'a b', 'has_many_spaces'],
    ['button.3', 'MORETHAN15CHARS!', 'too_long'],
    ['header.media', undefined, 'required'],
    ['header.media', {}, 'media_missing'],
    ['header.media', { link: 'http://plain.example/x.pdf' }, 'media_missing'],
    ['header.media', { id: '1', mimeType: 'application/pdf', size: 101 * 1024 * 1024 }, 'media_too_large'],
    ['body.9', 'left over', 'unknown_key'],
  ])('refuses %s = %j', (key, value, code) => {
    expect(validateTemplateValues(order, { ...orderValues, [key]: value }, now)).toContainEqual({ key, code })
  })

  it('refuses a text that gets too long by its values', () => {
    const problems = validateTemplateValues(order, { ...orderValues, 'body.2': 'x'.repeat(900) }, now)
    expect(problems).toEqual([{ key: 'body', code: 'filled_too_long' }])
  })
})

describe('other kinds of template', () => {
  it('names the parameters of a named template', () => {
    const named: SendableTemplate = {
      parameterFormat: 'NAMED',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'For {{first_name}} only' },
        { type: 'BODY', text: 'See you on {{day}}, {{first_name}}!' },
      ],
    }
    const values = { 'header.first_name': 'Ana', 'body.day': 'Friday', 'body.first_name': 'Ana' }
    expect(validateTemplateValues(named, values, now)).toEqual([])
    expect(buildTemplateComponents(named, values)).toEqual([
      { type: 'header', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'day', text: 'Friday' },
          { type: 'text', parameter_name: 'first_name', text: 'Ana' },
        ],
      },
    ])
    expect(renderTemplatePreview(named, values)).toMatchObject({
      header: { text: 'For Ana only' },
      body: 'See you on Friday, Ana!',
    })
  })

  it('puts the code of an authentication template into text and button', () => {
    const code: SendableTemplate = {
      parameterFormat: 'POSITIONAL',
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', text: '*{{1}}* is your code.' },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
      ],
    }
    expect(templateVariables(code)).toMatchObject([{ key: 'code', kind: 'code', required: true }])
    expect(validateTemplateValues(code, { code: '1234567890123456' }, now)).toEqual([{ key: 'code', code: 'too_long' }])
    expect(buildTemplateComponents(code, { code: '123456' })).toEqual([
      { type: 'body', parameters: [{ type: 'text', text: '123456' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '123456' }] },
    ])
    expect(renderTemplatePreview(code, { code: '123456' }).body).toBe('*123456* is your code.')
  })

  it('fills every card of a carousel and the end of an offer', () => {
    const card = {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Only {{1}} today' },
      ],
    }
    const offer: SendableTemplate = {
      parameterFormat: 'POSITIONAL',
      components: [
        { type: 'BODY', text: 'Our picks' },
        { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } },
        { type: 'CAROUSEL', cards: [card, card] },
      ],
    }
    const values = {
      'offer.expires': now + 1000,
      'card.0.header.media': { id: '1' },
      'card.0.body.1': '10',
      'card.1.header.media': { id: '2' },
      'card.1.body.1': '20',
    }
    expect(validateTemplateValues(offer, values, now)).toEqual([])
    expect(validateTemplateValues(offer, { ...values, 'offer.expires': now }, now)).toEqual([
      { key: 'offer.expires', code: 'instant_past' },
    ])
    expect(buildTemplateComponents(offer, values)).toMatchObject([
      { type: 'limited_time_offer', parameters: [{ limited_time_offer: { expiration_time_ms: now + 1000 } }] },
      {
        type: 'carousel',
        cards: [
          {
            card_index: 0,
            components: [{ type: 'header', parameters: [{ image: { id: '1' } }] }, { parameters: [{ text: '10' }] }],
          },
          {
            card_index: 1,
            components: [{ type: 'header', parameters: [{ image: { id: '2' } }] }, { parameters: [{ text: '20' }] }],
          },
        ],
      },
    ])
  })

  it('says what cannot be sent instead of sending it wrongly', () => {
    const shop: SendableTemplate = {
      parameterFormat: 'POSITIONAL',
      components: [
        { type: 'BODY', text: 'Hello' },
        { type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'Shop' }] },
      ],
    }
    expect(validateTemplateValues(shop, {}, now)).toEqual([{ key: 'button.0', code: 'unsupported' }])
  })

  it('takes components of any shape', () => {
    const odd: SendableTemplate = {
      parameterFormat: 'POSITIONAL',
      components: [{}, { type: 'BODY' }, { type: 'BUTTONS', buttons: 'x' }],
    }
    expect(templateVariables(odd)).toEqual([])
    expect(buildTemplateComponents(odd, {})).toEqual([])
  })
})
