import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { describe, expect, test } from 'vitest'
import { renderEmail } from './email.ts'
import { htmlToText } from './html-to-text.ts'
import { renderContext } from './render.ts'
import { TemplateError } from './template-error.ts'

const context = renderContext({
  payload: { name: 'Tom & Jerry', evil: '<script>x</script>', link: 'https://a.b/?a=1&b="2"' },
  subscriber: { firstName: 'João', locale: 'pt-BR' },
  actor: null,
  tenant: null,
  branding: { color: '#0b7285', logo: 'https://cdn.example/logo.png' },
})
const bare = { content: '{{{body}}}' }
const editor = (content: StepTemplate['content'], more: Partial<StepTemplate> = {}): StepTemplate => ({
  type: 'email',
  contentType: 'editor',
  content,
  ...more,
})
const text = (content: string) => editor([{ type: 'text', content }])
const button = (content: string, url: string) => editor([{ type: 'button', content, url }])
const custom = (content: string): StepTemplate => ({ type: 'email', contentType: 'customHtml', content })

test.each([
  ['written', '<div>'.repeat(150_000)],
  ['made by a loop', `{{#each list}}${'<b>'.repeat(1000)}{{/each}}`],
])('tags without end, %s, are refused', (_, content) => {
  const values = { ...context, list: Array(1000).fill(1) }
  expect(() => renderEmail(custom(content), values, null)).toThrow(TemplateError)
  expect(() => renderEmail(text(content), values, bare)).toThrow(TemplateError)
  expect(() => htmlToText(content.repeat(100))).toThrow(TemplateError)
})

describe('headers', () => {
  test('subject, preheader and sender are text on one line', () => {
    const mail = renderEmail(
      { ...text('x'), subject: `{{name}}'s\r\nBcc: {{evil}}`, preheader: 'For {{name}}', senderName: '{{name}} <x>\n' },
      context,
      null,
    )
    expect(mail.subject).toBe(`Tom & Jerry's Bcc: <script>x</script>`)
    expect(mail.preheader).toBe('For Tom & Jerry')
    expect(mail.senderName).toBe('Tom & Jerry <x>')
  })

  test('a line break in a value cannot start another header', () => {
    const mail = renderEmail({ ...text('x'), subject: 'Hi {{x}}' }, { x: 'a\r\nBcc: b@c.d\u0000' }, null)
    expect(mail.subject).toBe('Hi a Bcc: b@c.d')
  })

  test('are blank when the template has none', () => {
    expect(renderEmail(text('x'), {}, null)).toMatchObject({ subject: '', preheader: '', senderName: '' })
  })
})

describe('editor blocks', () => {
  test('text is rendered, aligned and escaped', () => {
    const blocks = [
      {
        type: 'text' as const,
        content: 'Olá {{subscriber.firstName}}: {{evil}}',
        styles: { textAlign: 'center' as const },
      },
    ]
    const { html } = renderEmail(editor(blocks), context, bare)
    expect(html).toContain('Olá João: &lt;script&gt;x&lt;/script&gt;')
    expect(html).toContain('align="center"')
  })

  test('is sanitised: images and styles stay, what runs or loads by stealth goes', () => {
    const { html } = renderEmail(
      text(
        '<p style="color:red;position:fixed;background:url(https://x/y)" onclick="a()">a</p>' +
          '<img src="https://a.b/c.png" alt="c" onerror="x()"><img src="javascript:x"><script>bad()</script>' +
          '<style>body{display:none}</style><a href="javascript:bad()">l</a><iframe src="https://a.b"></iframe>{{{evil}}}',
      ),
      context,
      bare,
    )
    expect(html).toContain('<p style="color:red">a</p>')
    expect(html).toContain('<img src="https://a.b/c.png" alt="c" />')
    expect(html).toContain('<a>l</a>')
    expect(html).not.toMatch(/script|onclick|onerror|bad|display:none|iframe|url\(|position/)
  })

  test('line breaks of a text without tags for them are kept', () => {
    expect(renderEmail(text('a\nb <b>c</b>'), {}, bare).html).toContain('a<br>b <b>c</b>')
    expect(renderEmail(text('<p>a</p>\n<p>b</p>'), {}, bare).html).not.toContain('<br')
  })

  test('a button is a table with an escaped address and label', () => {
    const { html } = renderEmail(button('Open {{evil}}', '{{link}}&c=3'), context, bare)
    expect(html).toContain('<table role="presentation"')
    expect(html).toContain('Open &lt;script&gt;x&lt;/script&gt;</a>')
    const href = /href="([^"]*)"/.exec(html)?.[1]
    expect(href).toBe('https://a.b/?a&#x3D;1&amp;b&#x3D;&quot;2&quot;&amp;c&#x3D;3')
    expect(html).toContain('background:#0b7285')
  })

  test.each(['javascript:alert(1)', ' java\nscript:x', 'data:text/html,x', '/relative', ''])(
    'a button to %j is only its label',
    (url) => {
      const { html } = renderEmail(button('Open', url), context, bare)
      expect(html).toContain('Open')
      expect(html).not.toContain('href')
    },
  )

  test('content as one text is one block', () => {
    expect(renderEmail(editor('Hi {{name}}'), context, bare).html).toContain('Hi Tom &amp; Jerry')
  })

  test('a broken block is a TemplateError', () => {
    expect(() => renderEmail(text('{{#if a}}'), context, null)).toThrow(TemplateError)
    expect(() => renderEmail(button('{{a', 'https://a.b'), context, null)).toThrow(TemplateError)
    expect(() => renderEmail({ ...text('x'), subject: '{{/if}}' }, context, null)).toThrow(TemplateError)
  })
})

describe('layouts', () => {
  const layout = { content: '<i>{{preheader}}</i>{{subscriber.firstName}} {{branding.color}}<main>{{{body}}}</main>' }

  test('a layout is a template around the body', () => {
    const { html } = renderEmail({ ...text('Hi'), preheader: '{{name}}' }, context, layout)
    expect(html).toMatch(/^<i>Tom &amp; Jerry<\/i>João #0b7285<main><table[\s\S]*Hi[\s\S]*<\/main>$/)
  })

  test('values that look like templates stay values', () => {
    expect(renderEmail(text('{{x}}'), { x: '{{subscriber.firstName}}' }, layout).html).toContain(
      '{{subscriber.firstName}}',
    )
  })

  test('without one there is a built-in page with logo, preheader and language', () => {
    const { html } = renderEmail({ ...text('Hi'), preheader: 'P & Q' }, context, null)
    expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/)
    expect(html).toContain('src="https://cdn.example/logo.png"')
    expect(html).toContain('P &amp; Q</div>')
    expect(html).toContain('Hi')
  })

  test('a broken layout is a TemplateError', () => {
    expect(() => renderEmail(text('x'), {}, { content: '{{#if}}{{{body}}}' })).toThrow(TemplateError)
  })

  test('HTML of the author is rendered as it is, in a layout only when there is one', () => {
    const html = '<style>p{color:red}</style><p onclick="x">{{name}}</p><script>y</script>'
    const rendered = html.replace('{{name}}', 'Tom &amp; Jerry')
    expect(renderEmail(custom(html), context, null).html).toBe(rendered)
    expect(renderEmail(custom(html), context, { content: '[{{{body}}}]' }).html).toBe(`[${rendered}]`)
  })
})

describe('the text for readers without HTML', () => {
  test('comes from the same mail, without what is hidden', () => {
    const blocks = [
      { type: 'text' as const, content: '<p>Olá {{subscriber.firstName}} &amp; {{name}}</p><p>Adeus</p>' },
      { type: 'button' as const, content: 'Open', url: 'https://a.b/c?d=1&e=2' },
    ]
    expect(renderEmail(editor(blocks, { preheader: 'hidden' }), context, null).text).toBe(
      'Olá João & Tom & Jerry\n\nAdeus\n\nOpen (https://a.b/c?d=1&e=2)',
    )
  })

  test.each([
    ['a<br>b', 'a\nb'],
    ['<h1>T</h1><p>a  b\n c</p>', 'T\n\na b c'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['<a href="https://a.b">https://a.b</a>', 'https://a.b'],
    ['<a href="mailto:a@b.c">a@b.c</a>', 'a@b.c'],
    ['<a href="/x">x</a>', 'x'],
    ['<div>a</div><div>b<br></div><br>c<br><br>d', 'a\nb\n\nc\n\nd'],
    ['<img src="x" alt="Logo"> now', 'Logo now'],
    ['<style>x</style><script>y</script><title>z</title>a', 'a'],
    ['<div style="display: none"><p>no<br></p></div><p>yes</p>', 'yes'],
    ['1 &lt; 2 &amp;&nbsp;3', '1 < 2 & 3'],
    ['', ''],
  ])('%s reads %j', (html, expected) => {
    expect(htmlToText(html)).toBe(expected)
  })
})
