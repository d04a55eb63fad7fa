import { expect, test } from 'vitest'
import { renderPlain, renderPlainText } from './plain.ts'
import { renderText } from './render.ts'

test('nothing is escaped', () => {
  const context = { x: `<b>Tom & Jerry's "café" = \`1\`</b> 🎉` }
  expect(renderPlain({ type: 'sms', content: 'Hi {{x}} {{{x}}}' }, context).content).toBe(
    `Hi ${context.x} ${context.x}`,
  )
  expect(renderPlainText('{{uppercase x}}', { x: 'a&b' })).toBe('A&B')
})

test('the same text escapes where it is HTML', () => {
  expect([renderText('{{x}}', { x: '&' }), renderPlainText('{{x}}', { x: '&' })]).toEqual(['&amp;', '&'])
})

test('title and subject are rendered on one line, and blank when there are none', () => {
  const push = { type: 'push' as const, content: 'a\nb {{n}}', title: 'For\r\n{{name}} ', subject: '{{n}}' }
  expect(renderPlain(push, { name: 'Tom &\r\nJerry', n: 1 })).toEqual({
    content: 'a\nb 1',
    title: 'For Tom & Jerry',
    subject: '1',
  })
  expect(renderPlain({ type: 'chat', content: 'x' }, {})).toEqual({ content: 'x', title: '', subject: '' })
})

test('the bounds hold here too', () => {
  expect(() => renderPlainText('{{x}}'.repeat(6), { x: 'a'.repeat(1_000_000) })).toThrow(/grows beyond/)
  expect(() => renderPlainText('{{> x}}', {})).toThrow(/cannot be included/)
  expect(renderPlainText('{{constructor.name}}{{__proto__}}', {})).toBe('')
})
