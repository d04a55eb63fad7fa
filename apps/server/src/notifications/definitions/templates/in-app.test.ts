import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { renderInApp } from './in-app.ts'
import { TemplateError } from './template-error.ts'

const inApp = (content: string, more: Partial<StepTemplate> = {}): StepTemplate => ({
  type: 'in_app',
  content,
  ...more,
})
const contentOf = (content: string, context = {}) => renderInApp(inApp(content), context).content
const urlOf = (url: string, context = {}) => renderInApp(inApp('x', { cta: { data: { url } } }), context).cta.data?.url

test('values of the payload come out as text, never as tags', () => {
  const name = `<script>alert(1)</script><img src=x onerror=alert(1)>'"&`
  const { content } = renderInApp(inApp('<b>{{name}}</b> wrote'), { name })
  expect(content).not.toMatch(/<(script|img)/)
  expect(content).toContain('&lt;script&gt;')
})

test.each([
  ['<b>Olá</b> <i>João</i> & co 🎉', '<b>Olá</b> <i>João</i> &amp; co 🎉'],
  ['<p>a</p><ul><li>b</li></ul>', '<p>a</p><ul><li>b</li></ul>'],
  ['a<script>alert(1)</script>b<style>p{}</style>', 'ab'],
  ['<b onclick="x()" style="color:red" class="y" id="z">a</b>', '<b>a</b>'],
  ['<a href="https://a.b/c">x</a>', '<a href="https://a.b/c">x</a>'],
  ['<a href="/inside">x</a>', '<a href="/inside">x</a>'],
  ['<a href="mailto:a@b.c">x</a>', '<a href="mailto:a@b.c">x</a>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<iframe src="https://a.b"></iframe><form><input></form><svg onload=x><object>', ''],
  ['<b>open <i>twice', '<b>open <i>twice</i></b>'],
  ['</div></b>closed', 'closed'],
  ['<b><i>crossed</b></i>', '<b><i>crossed</i></b>'],
])('%s is shown as %s', (template, expected) => {
  expect(contentOf(template)).toBe(expected)
})

test('a link that opens elsewhere cannot reach back', () => {
  expect(contentOf('<a href="https://a.b" target="x" rel="opener">x</a>')).toBe(
    '<a href="https://a.b" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

test('three braces bring no more through than the sanitiser allows', () => {
  expect(contentOf('{{{html}}}', { html: '<b>ok</b><script>x</script><a href="javascript:x">y</a>' })).toBe(
    '<b>ok</b><a>y</a>',
  )
})

test.each([
  ['/orders/{{id}}', '/orders/7'],
  ['orders/{{id}}?a=1&b=2#c', 'orders/7?a=1&b=2#c'],
  ['https://a.b/{{id}}?x=é&y=1', 'https://a.b/7?x=é&y=1'],
  ['{{evil}}', ''],
  ['javascript:alert(1)', ''],
  [' JavaScript:alert(1)', ''],
  ['java\tscript:alert(1)', ''],
  ['\u0000javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['vbscript:x', ''],
  ['mailto:a@b.c', ''],
  ['//evil.example/x', ''],
  ['/\\evil.example', ''],
  ['/\t/evil.example', ''],
  ['/{{path}}', ''],
  ['https://', ''],
])('the address %j becomes %j', (url, expected) => {
  expect(urlOf(url, { id: 7, evil: 'javascript:alert(1)', path: '/evil.example' })).toBe(expected)
})

test('button texts are plain texts', () => {
  const cta = {
    type: 'redirect' as const,
    data: { url: '/x' },
    action: {
      buttons: [
        { type: 'primary' as const, content: 'Ask {{name}}', resultContent: 'Asked {{name}}' },
        { type: 'secondary' as const, content: 'Não' },
      ],
    },
  }
  expect(renderInApp(inApp('x', { cta }), { name: 'Tom & Jerry' }).cta).toEqual({
    type: 'redirect',
    data: { url: '/x' },
    action: {
      status: 'pending',
      buttons: [
        { type: 'primary', content: 'Ask Tom & Jerry', resultContent: 'Asked Tom & Jerry' },
        { type: 'secondary', content: 'Não' },
      ],
    },
  })
})

test.each([undefined, {}, { type: 'redirect' as const, data: { url: '' }, action: { buttons: [] } }])(
  'without a call to action (%o) there are only no buttons',
  (cta) => {
    expect(renderInApp(inApp('x', cta && { cta }), {}).cta).toEqual({ action: { buttons: [] } })
  },
)

test('an address alone is a call to action', () => {
  expect(renderInApp(inApp('x', { cta: { data: { url: '/a' } } }), {}).cta).toEqual({
    type: 'redirect',
    data: { url: '/a' },
    action: { status: 'pending', buttons: [] },
  })
})

test('a broken text is a TemplateError', () => {
  expect(() => contentOf('{{#if a}}')).toThrow(TemplateError)
  expect(() => urlOf('/{{a')).toThrow(TemplateError)
})
