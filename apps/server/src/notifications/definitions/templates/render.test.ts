import { describe, expect, test } from 'vitest'
import { renderContext, renderText } from './render.ts'
import { TemplateError } from './template-error.ts'

const problemOf = (template: string, context: Record<string, unknown> = {}): string => {
  try {
    renderText(template, context)
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
  return 'no problem'
}

describe('what is written', () => {
  test('two braces escape HTML but not apostrophes, three do not escape', () => {
    const context = { x: `<script>"D'Água" & \`=\`</script>` }
    expect(renderText('{{x}}', context)).toBe(
      `&lt;script&gt;&quot;D'Água&quot; &amp; &#x60;&#x3D;&#x60;&lt;/script&gt;`,
    )
    expect(renderText('{{{x}}}', context)).toBe(context.x)
    expect(renderText('{{&x}}', context)).toBe(context.x)
  })

  test('an entity that the template itself holds stays', () => {
    expect(renderText('&#x27;{{a}}', { a: "'" })).toBe("&#x27;'")
  })

  test('what is missing is blank, at any depth', () => {
    expect(renderText('[{{a}}{{a.b.c}}{{null}}{{{a}}}]', { null: null })).toBe('[]')
    expect(renderText('{{#each none}}x{{/each}}{{#if none}}x{{/if}}{{#with none}}x{{/with}}', {})).toBe('')
  })

  test.each([
    [0, '0'],
    [false, 'false'],
    [['a', ['b', null]], 'a,b,'],
    [{ toString: 1 }, '[object Object]'],
    [new Date('2026-11-21T00:00:00Z'), '2026-11-21T00:00:00.000Z'],
  ])('%o is written as %s', (x, expected) => {
    expect(renderText('{{x}}', { x })).toBe(expected)
  })

  test('text without braces comes back as it is', () => {
    expect(renderText('<b>São Paulo & "co" 🎉</b>', {})).toBe('<b>São Paulo & "co" 🎉</b>')
  })

  test('accents and emojis pass through', () => {
    expect(renderText('Olá {{nome}} 👋 {{emoji}}', { nome: 'João Conceição', emoji: '👩‍👩‍👧' })).toBe(
      'Olá João Conceição 👋 👩‍👩‍👧',
    )
  })

  test('values are never read as templates', () => {
    expect(renderText('{{x}}{{{x}}}', { x: '{{y}}', y: 'no' })).toBe('{{y}}{{y}}')
  })

  test('the same template renders with other values, again and again', () => {
    for (const n of [1, 2, 3])
      expect(renderText('n is {{n}}{{#each l}}{{@root.n}}{{/each}}', { n, l: [0] })).toBe(`n is ${n}${n}`)
  })

  test('many different templates do not get mixed up', () => {
    const render = (n: number) => renderText(`${n}: {{x}}`, { x: n })
    for (let n = 0; n < 2500; n++) expect(render(n)).toBe(`${n}: ${n}`)
    expect(render(0)).toBe('0: 0')
  })
})

describe('hostile payloads', () => {
  test.each([
    '{{constructor}}',
    '{{constructor.name}}',
    '{{__proto__}}',
    '{{__proto__.polluted}}',
    '{{toString}}',
    '{{hasOwnProperty}}',
    '{{__defineGetter__}}',
    '{{lookup this "constructor"}}',
    '{{lookup list "__proto__"}}',
    '{{list.constructor}}',
    '{{text.constructor.name}}',
    '{{#with text}}{{constructor.name}}{{/with}}',
    '{{#with constructor}}{{name}}{{/with}}',
    '{{#each list}}{{constructor.constructor}}{{/each}}',
    '{{#with (lookup text "sub")}}{{constructor.name}}{{/with}}',
  ])('%s reaches nothing', (template) => {
    expect(renderText(template, { text: 'x', list: [1] })).toBe('')
  })

  test('a payload with names of the prototype is only data', () => {
    const payload = JSON.parse(
      '{"__proto__":{"polluted":"yes"},"constructor":{"name":"mine"},"a":{"__proto__":{"b":1}}}',
    )
    const context = renderContext({ payload, subscriber: null, actor: null, tenant: null })
    expect(renderText('{{polluted}}{{constructor.name}}', context)).toBe('mine')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('a function in the context is not printed', () => {
    expect(renderText('{{x.y}}', { x: { y: Array.prototype.push } })).not.toContain('native')
  })

  test('a text of a megabyte is written; five are too much', () => {
    const x = '<'.repeat(1_000_000)
    expect(renderText('{{x}}', { x })).toHaveLength(4_000_000)
    expect(problemOf('{{x}}{{x}}{{x}}{{x}}{{x}}{{x}}', { x: 'a'.repeat(1_000_000) })).toMatch(/grows beyond/)
    expect(problemOf('{{{x}}}{{{x}}}{{{x}}}{{{x}}}{{{x}}}{{{x}}}', { x: 'a'.repeat(1_000_000) })).toMatch(
      /grows beyond/,
    )
  })

  test('loops in loops end, whether they write much or nothing', () => {
    const list = Array.from({ length: 2_000 }, (_, n) => n)
    const started = performance.now()
    expect(problemOf('{{#each l}}{{#each @root.l}}{{#each @root.l}}{{/each}}{{/each}}{{/each}}', { l: list })).toMatch(
      /too long/,
    )
    expect(problemOf('{{#each l}}{{{@root.x}}}{{/each}}', { l: list, x: 'a'.repeat(10_000) })).toMatch(/grows beyond/)
    expect(problemOf('{{#each l}}{{#each (sortBy @root.l)}}{{/each}}{{/each}}', { l: list })).toMatch(/too long/)
    expect(problemOf('{{#l}}{{#@root.l}}{{#@root.l}}{{/@root.l}}{{/@root.l}}{{/l}}', { l: list })).toMatch(/too long/)
    expect(performance.now() - started).toBeLessThan(200_000)
  })

  test('a list of thousands is fine', () => {
    const items = Array.from({ length: 20_000 }, (_, n) => ({ n }))
    expect(renderText('{{#each items}}{{n}},{{/each}}', { items })).toMatch(/^0,1,2,.*,19999,$/)
  })
})

describe('problems', () => {
  test.each([
    ['{{#if a}}\n\nx', 'Line 3: the text ends inside a block or tag that is not closed'],
    ['x\n{{#if a}}x{{/each}}', 'Line 2: {{#if}} is closed by {{/each}}'],
    ['x\n{{/if}}', 'Line 2: a block is closed that was not opened'],
    ['{{a}', 'Line 1: this cannot be read: {{a}'],
    ['{{{a}}', 'Line 1: this cannot be read: {{{a}}'],
    ['{{}}', 'Line 1: this cannot be read: {{}}'],
    ['a\n{{b/../c}}', 'Line 2: "b/.." is not a valid path'],
    ['a\n{{shout name}}', 'Line 2: there is no helper "shout"'],
    ['{{#if (shout name)}}x{{/if}}', 'Line 1: there is no helper "shout"'],
    ['{{uppercase (shout)}}', 'Line 1: there is no helper "shout"'],
    ['{{#each}}x{{/each}}', 'Line 1: "each" needs 1 value(s)'],
    ['{{#eq a}}x{{/eq}}', 'Line 1: "eq" needs 2 value(s)'],
    ['{{pluralize a "b"}}', 'Line 1: "pluralize" needs 3 value(s)'],
    ['{{uppercase}}', 'Line 1: "uppercase" needs 1 value(s)'],
  ])('%j says: %s', (template, expected) => {
    expect(problemOf(template)).toBe(expected)
    expect(problemOf(template)).toBe(expected)
  })

  test.each(['{{> other}}', '{{> (lookup . "x")}}', '{{#> layout}}x{{/layout}}', '{{#if a}}{{> a}}{{/if}}'])(
    '%s: no other template comes in',
    (template) => {
      expect(problemOf(template, { x: 'other' })).toMatch(/cannot be included/)
    },
  )

  test('no template includes itself', () => {
    expect(problemOf('{{#*inline "a"}}{{> a}}{{> a}}{{/inline}}{{> a}}')).toMatch(/not available/)
  })

  test('a huge text, thousands of tags and deep nesting are refused at once', () => {
    const started = performance.now()
    expect(problemOf(`{{a}}${'x'.repeat(1_000_001)}`)).toMatch(/more than 1000000 characters/)
    expect(problemOf('{{a}}'.repeat(100_000))).toMatch(/too many tags/)
    expect(problemOf('{{#if a}}'.repeat(900) + '{{/if}}'.repeat(900))).toMatch(/nested too deeply/)
    expect(problemOf(`{{#if a}}${'{{else if b}}'.repeat(900)}{{/if}}`)).toMatch(/nested too deeply/)
    expect(problemOf(`{{a ${'(b '.repeat(200_000)}}}`)).toMatch(/nested too deeply/)
    expect(problemOf(`{{a ${'b '.repeat(200_000)}}}`)).toMatch(/longer than 2000 characters/)
    expect(problemOf(`{{a "${'b '.repeat(200_000)}"}}`)).toMatch(/longer than 2000 characters/)
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  test('many chains of else-if after each other, long comments and quoted brackets are fine', () => {
    expect(renderText('{{#if a}}x{{else if b}}y{{/if}}'.repeat(300), { b: 1 })).toBe('y'.repeat(300))
    expect(renderText(`{{!-- ${'a {{b}} '.repeat(1_000)} --}}x`, {})).toBe('x')
    expect(renderText('{{eq "}} (((" a}} \\{{ not a tag', { a: '}} (((' })).toBe('true {{ not a tag')
  })

  test('the line of a problem can be asked for', () => {
    expect(() => renderText('\n{{#if}}x{{/if}}', {})).toThrow(
      expect.objectContaining({ name: 'TemplateError', line: 2 }),
    )
  })
})

describe('renderContext', () => {
  const empty = { payload: {}, subscriber: null, actor: null, tenant: null }

  test('spreads the payload and adds the names of the service, which win', () => {
    const context = renderContext({
      ...empty,
      payload: {
        order: 1,
        subscriber: 'mine',
        step: 'mine',
        branding: 'mine',
        preheader: 'mine',
        actor: { firstName: 'x' },
      },
      subscriber: { firstName: 'Ana' },
      tenant: { name: 'Loja' },
      step: { digest: true, events: [{ n: 1 }, { n: 2 }], total_count: 2 },
      branding: { logo: 'https://x/y.png', color: '#112233' },
    })
    const template =
      '{{order}} {{subscriber.firstName}} {{tenant.name}} [{{actor.firstName}}] {{step.digest}} {{step.total_count}}' +
      '{{#each step.events}} {{n}}{{/each}} {{branding.color}} {{branding.logo}} [{{preheader}}]'
    expect(renderText(template, context)).toBe('1 Ana Loja [] true 2 1 2 #112233 https://x/y.png []')
  })

  test('has a color and an empty digest of its own', () => {
    const context = renderContext(empty)
    expect(
      renderText('{{branding.color}} {{step.digest}} {{step.total_count}}{{#each step.events}}x{{/each}}', context),
    ).toBe('#f47373 false 0')
  })

  test('leaves the payload alone', () => {
    const payload = Object.freeze({ a: 1 })
    expect(renderContext({ ...empty, payload })).toMatchObject({ a: 1 })
    expect(renderContext({ ...empty, payload: undefined })).not.toHaveProperty('a')
  })
})
