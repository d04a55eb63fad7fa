import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { mayHoldLinks, safeAddress, showContent } from './content.tsx'

const shown = (html: string) => renderToStaticMarkup(<>{showContent(html)}</>)

it('keeps formatting', () => {
  const html = '<p><b>a</b> <i>b</i> <u>c</u><br/><code>d</code></p><ul><li>e</li></ul>'
  expect(shown(html)).toBe(html)
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
  ['addresses that run, disguised', '<a href=" java&#10;script:alert(1)">a</a>', '<a>a</a>'],
  ['documents in addresses', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['what becomes something else when it is parsed twice', '<math><mtext><table><mglyph><style><img src=x>', ''],
  ['comments', 'a<!-- <b>x</b> -->b', 'ab'],
  ['elements around text', '<div><h1>a</h1><font color="red">b</font></div>', 'ab'],
  ['forms', '<form action="/x"><input value="x"><button>a</button></form>', 'a'],
])('takes out %s', (_, html, clean) => {
  expect(shown(html)).toBe(clean)
})

it('opens only links to other sites in a tab of their own', () => {
  const link = (href: string) => {
    const holder = document.createElement('div')
    holder.innerHTML = shown(`<a href="${href}" target="_top" rel="opener">x</a>`)
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

it('says whether there may be links', () => {
  expect(['<a href="/x">x</a>', '<A\nhref=/x>x</A>', '<abbr>x</abbr>', 'x'].map(mayHoldLinks)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('shows text as it was written', () => {
  expect(shown('1 &lt; 2 &amp; "3"')).toBe('1 &lt; 2 &amp; &quot;3&quot;')
})

it('leaves out what is nested without end', () => {
  expect(shown(`${'<b>'.repeat(2000)}deep`)).not.toContain('deep')
})
