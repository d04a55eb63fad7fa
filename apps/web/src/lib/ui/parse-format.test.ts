import { describe, expect, it } from 'vitest'
import { isOnlyEmoji, parseFormat, plainText } from './parse-format.ts'
import { parseInline } from './parse-inline.ts'

describe('WhatsApp formatting', () => {
  it('reads nested marks', () => {
    expect(parseInline('a *b _c_ d* e')).toEqual([
      { type: 'text', text: 'a ' },
      {
        type: 'bold',
        children: [
          { type: 'text', text: 'b ' },
          { type: 'italic', children: [{ type: 'text', text: 'c' }] },
          { type: 'text', text: ' d' },
        ],
      },
      { type: 'text', text: ' e' },
    ])
  })

  it.each(['2 * 3 * 4', 'snake_case_name', '* not bold *', '**', 'a*b*c', '~ x ~', '*open\nclose*'])(
    'leaves %j as it is',
    (text) => {
      expect(parseInline(text)).toEqual([{ type: 'text', text }])
    },
  )

  it('keeps marks inside code', () => {
    expect(parseInline('run `a *b* c`')).toEqual([
      { type: 'text', text: 'run ' },
      { type: 'code', text: 'a *b* c' },
    ])
  })

  it('finds links without the full stop, and never scripts', () => {
    expect(parseInline('see https://example.com/a_b_(c)?x=1.')).toEqual([
      { type: 'text', text: 'see ' },
      { type: 'link', text: 'https://example.com/a_b_(c)?x=1', href: 'https://example.com/a_b_(c)?x=1' },
      { type: 'text', text: '.' },
    ])
    expect(parseInline('www.example.com')[0]).toMatchObject({ href: 'https://www.example.com' })
    expect(parseInline('javascript:alert(1)')).toEqual([{ type: 'text', text: 'javascript:alert(1)' }])
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([
      { type: 'text', text: '<img src=x onerror=alert(1)>' },
    ])
    expect(parseInline('bia@example.com')[0]).toMatchObject({ href: 'mailto:bia@example.com' })
  })

  it('reads quotes, lists and code blocks', () => {
    const blocks = parseFormat('Hi\n> one\n> two\n- a\n- b\n3. c\n```\nx = *1*\n```\nbye')
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'quote', 'list', 'list', 'code', 'paragraph'])
    expect(blocks[3]).toMatchObject({ ordered: true, start: 3 })
    expect(blocks[4]).toEqual({ type: 'code', text: 'x = *1*' })
  })

  it('keeps an unfinished code block as text', () => {
    expect(plainText('a ```b')).toBe('a ```b')
  })

  it('is quick with hostile texts', () => {
    const text = '*_~'.repeat(20_000)
    expect(plainText(text).length).toBeGreaterThan(0)
    expect(plainText('*a '.repeat(4000))).toContain('*a')
  })

  it('makes one plain line', () => {
    expect(plainText('*Hi*\n- _there_\n`x`')).toBe('Hi there x')
  })

  it('knows texts of emoji only', () => {
    expect(isOnlyEmoji('👍🏽')).toBe(true)
    expect(isOnlyEmoji('❤️ 🎉')).toBe(true)
    expect(isOnlyEmoji('ok 👍')).toBe(false)
    expect(isOnlyEmoji('12')).toBe(false)
  })
})
