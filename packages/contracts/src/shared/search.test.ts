import { describe, expect, it } from 'vitest'
import { parseSearch } from './search.ts'

const texts = (search: string) => parseSearch(search).words.map(({ text }) => text)

describe('parseSearch', () => {
  it('reads words, exact phrases and operators in both languages', () => {
    expect(parseSearch('pedido "nota fiscal" from:ana has:image before:2026-11-01')).toEqual({
      words: [
        { text: 'pedido', exact: false, open: false },
        { text: 'nota fiscal', exact: true, open: false },
      ],
      operators: { from: 'ana', has: 'image', before: '2026-11-01' },
    })
    expect(parseSearch('de:"Ana Lima" tem:imagem situação:aberta responsável:bia').operators).toEqual({
      from: 'Ana Lima',
      has: 'image',
      status: 'open',
      assignee: 'bia',
    })
  })

  it('takes for words what is no operator, or has a value that it cannot have', () => {
    expect(texts('https://example.com has:nothing before:soon 10:30 a:b')).toEqual([
      'https://example.com',
      'has:nothing',
      'before:soon',
      '10:30',
      'a:b',
    ])
    expect(parseSearch('from:').operators).toEqual({})
  })

  it('holds only the last word for unfinished', () => {
    expect(parseSearch('quero trocar').words.map(({ open }) => open)).toEqual([false, true])
    expect(parseSearch('quero trocar ').words.map(({ open }) => open)).toEqual([false, false])
    expect(parseSearch('"nota fis').words).toEqual([{ text: 'nota fis', exact: true, open: false }])
  })
})
