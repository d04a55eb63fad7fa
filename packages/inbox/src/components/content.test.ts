import { expect, it } from 'vitest'
import { safeAddress, sanitizeContent } from './content.ts'

it('keeps formatting', () => {
  const html = '<p><b>a</b> <i>b</i> <u>c</u><br><code>d</code></p><ul><li>e</li></ul>'
  expect(sanitizeContent(html)).toBe(html)
})

it.each([
  ['scripts', 'a<script>alert(1)</script>', 'a'],
  ['handlers', '<b onclick="alert(1)">a</b>', '<b>a</b>'],
  ['images', 'a<img src=x onerror=alert(1)>', 'a'],
  ['frames', '<iframe src="https://example.com"></iframe>a', 'a'],
  ['styles', '<span style="position:fixed" class="x" id="y">a</span>', '<span>a</span>'],
  ['style sheets', '<style>*{display:none}</style>a', 'a'],
  ['drawings that run', '<svg><a href="javascript:alert(1)">a</a></svg>', ''],
  ['data for the host', '<b data-user="1" aria-label="x">a</b>', '<b>a</b>'],
  ['addresses that run', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
])('takes out %s', (_, html, clean) => {
  expect(sanitizeContent(html)).toBe(clean)
})

it('opens only links to other sites in a tab of their own', () => {
  const link = (href: string) => {
    const holder = document.createElement('div')
    holder.innerHTML = sanitizeContent(`<a href="${href}" target="_top" rel="opener">x</a>`)
    const { target, rel } = holder.querySelector('a') ?? {}
    return { target, rel }
  }
  expect(link('https://example.com/a')).toEqual({ target: '_blank', rel: 'noopener' })
  expect(link('//example.com/a')).toEqual({ target: '_blank', rel: 'noopener' })
  expect(link('/orders/1')).toEqual({ target: '', rel: 'noopener' })
  expect(link(`${location.origin}/orders/1`)).toEqual({ target: '', rel: 'noopener' })
  expect(link('mailto:ana@example.com')).toEqual({ target: '', rel: 'noopener' })
})

it.each(['/a', 'a?b#c', 'https://example.com', 'mailto:a@example.com', 'app://open'])('goes to %s', (address) => {
  expect(safeAddress(address)).toBe(address)
})

it.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', '', null, undefined])(
  'never goes to %j',
  (address) => {
    expect(safeAddress(address)).toBeUndefined()
  },
)
