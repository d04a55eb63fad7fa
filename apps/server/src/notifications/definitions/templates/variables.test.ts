import type { StepInput, StepTemplate, TemplateVariable } from '@recado/contracts/notifications/domain'
import { describe, expect, test } from 'vitest'
import { samplePayload } from './sample-payload.ts'
import { checkSyntax, fillDefaults, findVariables, missingVariables } from './variables.ts'

const stepOf = (template: StepTemplate, variants: StepTemplate[] = []): StepInput => {
  const base = { active: true, shouldStopOnFail: false, filters: [] }
  return { ...base, template, variants: variants.map((variant) => ({ ...base, template: variant })) }
}
const inApp = (content: string, more: Partial<StepTemplate> = {}) => stepOf({ type: 'in_app', content, ...more })
const variablesIn = (content: string) =>
  findVariables([inApp(content)]).variables.map(({ name, type }) => `${name} ${type}`)

describe('findVariables', () => {
  test.each([
    ['{{a}} {{b.c.d}} {{{e}}}', ['a String', 'b.c.d String', 'e String']],
    ['{{a}}{{a}}', ['a String']],
    ['{{#each items}}{{this.name}}{{name}}{{@index}}{{/each}}', ['items Array']],
    ['{{#each items}}{{@root.shop}} {{../owner}}{{/each}}', ['items Array', 'shop String', 'owner String']],
    ['{{#each items as |item|}}{{item.name}}{{../x}}{{/each}}', ['items Array', 'x String']],
    [
      '{{#each items}}{{#each lines}}{{n}}{{../../z}}{{/each}}{{else}}{{none}}{{/each}}',
      ['items Array', 'z String', 'none String'],
    ],
    ['{{#if a}}{{b}}{{else if c}}d{{else}}{{e}}{{/if}}', ['a Boolean', 'b String', 'c Boolean', 'e String']],
    ['{{#unless a}}x{{/unless}}', ['a Boolean']],
    ['{{#if a}}{{a}}{{/if}}', ['a String']],
    ['{{a}}{{#each a}}x{{/each}}', ['a Array']],
    ['{{#if items.length}}{{items.[0].name}}{{/if}}', ['items Array']],
    ['{{#with user}}{{name}} {{../other}}{{/with}}', ['user.name String', 'other String']],
    ['{{#with user}}x{{/with}}', ['user String']],
    ['{{#people}}{{name}}{{/people}}', ['people Array']],
    [
      '{{uppercase name}} {{dateFormat at "yyyy"}} {{numberFormat n decimalSep=sep}}',
      ['name String', 'at String', 'n String', 'sep String'],
    ],
    [
      '{{#each (sortBy list "k")}}x{{/each}}{{#each (unique other key)}}x{{/each}}',
      ['list Array', 'other Array', 'key String'],
    ],
    ['{{#if (gt count 5)}}{{#eq kind "a"}}{{inside}}{{/eq}}{{/if}}', ['count String', 'kind String', 'inside String']],
    ['{{this.a}} {{./b}} {{@root.c}} {{this}} {{@key}}', ['a String', 'b String', 'c String']],
    ['{{subscriber.firstName}}{{step.total_count}}{{tenant.name}}{{actor.x}}{{branding.color}}{{preheader}}', []],
    ['{{#each step.events}}{{name}}{{/each}}{{#if preheader}}x{{/if}}', []],
    ['{{i18n "key"}} {{! comment }} \\{{not}} text', []],
    ['{{broken', []],
  ])('%s uses %j', (content, expected) => {
    expect(variablesIn(content)).toEqual(expected)
  })

  test('looks into every text of every step and variant', () => {
    const email: StepTemplate = {
      type: 'email',
      content: [
        { type: 'text', content: '{{block}}' },
        { type: 'button', content: '{{label}}', url: 'https://a.b/{{buttonUrl}}' },
      ],
      subject: '{{subject}}',
      preheader: '{{pre}}',
      senderName: '{{sender}}',
    }
    const steps = [
      stepOf(email, [{ type: 'email', content: '{{variant}}' }]),
      inApp('{{text}}', {
        title: '{{title}}',
        cta: {
          data: { url: '/{{url}}' },
          action: { buttons: [{ type: 'primary', content: '{{b1}}', resultContent: '{{b2}}' }] },
        },
      }),
    ]
    expect(
      findVariables(steps)
        .variables.map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'b1',
      'b2',
      'block',
      'buttonUrl',
      'label',
      'pre',
      'sender',
      'subject',
      'text',
      'title',
      'url',
      'variant',
    ])
  })

  test('what a template declares wins, also when it is not used', () => {
    const declared: TemplateVariable[] = [
      { name: 'a', type: 'Boolean', required: true },
      { name: 'unused', type: 'String', defaultValue: 'x' },
      { name: 'subscriber.firstName', type: 'String', required: true },
    ]
    expect(findVariables([inApp('{{a}} {{b}}', { variables: declared })]).variables).toEqual([
      { name: 'a', type: 'Boolean', required: true },
      { name: 'b', type: 'String' },
      { name: 'unused', type: 'String', defaultValue: 'x' },
    ])
  })

  test('what two steps declare about one variable is joined', () => {
    const steps = [
      inApp('', { variables: [{ name: 'a', type: 'String', defaultValue: 'first' }] }),
      inApp('', { variables: [{ name: 'a', type: 'String', required: true, defaultValue: 'second' }] }),
    ]
    expect(findVariables(steps).variables).toEqual([
      { name: 'a', type: 'String', required: true, defaultValue: 'first' },
    ])
  })

  test('says what the trigger must name', () => {
    expect(findVariables([inApp('{{tenant.name}} {{#if actor}}x{{/if}}')]).reserved).toEqual([
      { type: 'tenant', variables: [{ name: 'identifier', type: 'String' }] },
      { type: 'actor', variables: [{ name: 'subscriberId', type: 'String' }] },
    ])
    expect(findVariables([inApp('{{#each items}}{{tenant.name}}{{/each}}')]).reserved).toEqual([])
  })

  test('says which parts of the subscriber are used, with the address of e-mail and SMS steps', () => {
    const steps = [
      inApp('{{subscriber.firstName}} {{subscriber.data.plan}}'),
      stepOf({ type: 'email', content: '{{subscriber.email}}' }),
      stepOf({ type: 'sms', content: 'x' }),
    ]
    expect(findVariables(steps).subscriberVariables).toEqual(
      ['firstName', 'data.plan', 'email', 'phone'].map((name) => ({ name })),
    )
  })

  test('no steps have no variables', () => {
    expect(findVariables([])).toEqual({ variables: [], reserved: [], subscriberVariables: [] })
  })
})

const named = (variables: { name: string; type: string }[]) => variables.map(({ name, type }) => `${name} (${type})`)

describe('missingVariables', () => {
  const required = (name: string, type: TemplateVariable['type']) => ({ name, type, required: true })

  test('names what is required and absent or of another type', () => {
    const variables = [
      required('a', 'String'),
      required('b.c', 'String'),
      required('list', 'Array'),
      required('flag', 'Boolean'),
      { name: 'optional', type: 'String' as const },
      { name: 'preset', type: 'String' as const, defaultValue: 'x' },
    ]
    expect(named(missingVariables(variables, {}))).toEqual([
      'a (String)',
      'b.c (String)',
      'list (Array)',
      'flag (Boolean)',
    ])
    expect(missingVariables(variables, { a: {}, b: { c: null }, list: 'x', flag: 'true' })).toHaveLength(4)
    expect(missingVariables(variables, { a: '', b: { c: 0 }, list: [], flag: false })).toEqual([])
  })

  test('names each once, and sees through no prototype', () => {
    const variables = [required('toString', 'String'), required('toString', 'String'), required('a.length', 'String')]
    expect(named(missingVariables(variables, { a: {} }))).toEqual(['toString (String)', 'a.length (String)'])
  })
})

describe('fillDefaults', () => {
  const text = (name: string, defaultValue: string) => ({ name, type: 'String' as const, defaultValue })

  test('fills what is absent, at any depth, from all steps', () => {
    const payload = { a: 'given', deep: { one: 1 } }
    const filled = fillDefaults(
      [text('a', 'x'), text('b', 'y'), text('deep.two', 'z'), text('new.path.here', 'w')],
      payload,
    )
    expect(filled).toEqual({ a: 'given', b: 'y', deep: { one: 1, two: 'z' }, new: { path: { here: 'w' } } })
    expect(payload).toEqual({ a: 'given', deep: { one: 1 } })
  })

  test('gives the same object back when there is nothing to fill', () => {
    const payload = { a: null, b: '', c: false, s: 'text', l: [] }
    const variables = [text('a', 'x'), text('b', 'x'), text('c', 'x'), text('s.length.x', 'y'), text('l.x', 'y')]
    expect(fillDefaults([...variables, { name: 'none', type: 'String' }], payload)).toBe(payload)
  })

  test('leaves required ones absent', () => {
    expect(fillDefaults([{ ...text('a', 'x'), required: true }], {})).toEqual({})
  })

  test('reads a flag that was written as text', () => {
    const flag = (name: string, defaultValue: string | boolean) => ({ name, type: 'Boolean' as const, defaultValue })
    expect(fillDefaults([flag('a', 'true'), flag('b', 'false'), flag('c', true)], {})).toEqual({
      a: true,
      b: false,
      c: true,
    })
  })

  test('cannot reach a prototype', () => {
    const filled = fillDefaults([text('__proto__.polluted', 'x'), text('constructor.prototype.polluted', 'x')], {})
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype)
  })
})

describe('checkSyntax', () => {
  test('names the field of every problem', () => {
    const template: StepTemplate = {
      type: 'email',
      content: [
        { type: 'text', content: 'fine {{a}}' },
        { type: 'button', content: '{{shout a}}', url: 'https://a.b/{{#if}}' },
      ],
      subject: 'a\n{{/if}}',
      cta: { data: { url: '{{> x}}' } },
    }
    expect(checkSyntax(template).map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'subject: Line 2: a block is closed that was not opened',
      'content.1: Line 1: there is no helper "shout"',
      'content.1.url: Line 1: the text ends inside a block or tag that is not closed',
      'cta.data.url: Line 1: other templates cannot be included with {{> …}}',
    ])
  })

  test('is content with what renders', () => {
    expect(checkSyntax({ type: 'sms', content: 'Hi {{#if a}}{{uppercase a}}{{/if}}' })).toEqual([])
  })
})

describe('samplePayload', () => {
  test('has texts with their names, lists of two and flags that are set', () => {
    const { variables } = findVariables([
      inApp('{{name}} {{order.id}} {{order.owner.name}} {{#if paid}}x{{/if}} {{#each items}}{{this}}{{/each}}', {
        variables: [{ name: 'greeting', type: 'String', defaultValue: 'Olá' }],
      }),
    ])
    expect(samplePayload(variables)).toEqual({
      name: 'name',
      order: { id: 'order.id', owner: { name: 'order.owner.name' } },
      paid: true,
      items: ['items 1', 'items 2'],
      greeting: 'Olá',
    })
  })

  test('lets what has parts win, in either order', () => {
    const part: TemplateVariable = { name: 'user.name', type: 'String' }
    const whole: TemplateVariable = { name: 'user', type: 'Boolean' }
    for (const variables of [
      [part, whole],
      [whole, part],
    ])
      expect(samplePayload(variables)).toEqual({ user: { name: 'user.name' } })
  })
})
