import { describe, expect, it } from 'vitest'
import { fullTime, relativeTime } from './relative-time.ts'

// Dates without a zone: days begin and end where the reader is.
const now = new Date(2026, 2, 14, 15, 9)
const at = (...[month, date, hours = 15, minutes = 9, seconds = 0]: number[]) =>
  new Date(2026, (month ?? 1) - 1, date, hours, minutes, seconds)

/** A text with its special spaces made plain and its direction marks taken out. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '')

const moments: [name: string, date: Date, en: string, pt: string, ar: string, ja: string][] = [
  ['this instant', now, 'now', 'agora', 'الآن', '今'],
  ['seconds past', at(3, 14, 15, 8, 15), '45 seconds ago', 'há 45 segundos', 'قبل 45 ثانية', '45 秒前'],
  ['seconds ahead', at(3, 14, 15, 9, 20), 'in 20 seconds', 'em 20 segundos', 'خلال 20 ثانية', '20 秒後'],
  ['a minute past', at(3, 14, 15, 8), '1 minute ago', 'há 1 minuto', 'قبل دقيقة واحدة', '1 分前'],
  ['almost an hour past', at(3, 14, 14, 9, 1), '59 minutes ago', 'há 59 minutos', 'قبل 59 دقيقة', '59 分前'],
  ['an hour past', at(3, 14, 14), '1 hour ago', 'há 1 hora', 'قبل ساعة واحدة', '1 時間前'],
  ['two hours ahead', at(3, 14, 17), 'in 2 hours', 'em 2 horas', 'خلال ساعتين', '2 時間後'],
  ['three hours ahead', at(3, 14, 18, 9), 'in 3 hours', 'em 3 horas', 'خلال 3 ساعات', '3 時間後'],
  ['a day past', at(3, 13), 'yesterday', 'ontem', 'أمس', '昨日'],
  ['a day ahead', at(3, 15, 16), 'tomorrow', 'amanhã', 'غدًا', '明日'],
  ['forty hours past, before yesterday', at(3, 12, 23), '2 days ago', 'anteontem', 'أول أمس', '一昨日'],
  ['the same weekday of next week', at(3, 21, 9), 'in 7 days', 'em 7 dias', 'خلال 7 أيام', '7 日後'],
  ['a month past', at(2, 10), 'last month', 'mês passado', 'الشهر الماضي', '先月'],
  ['two months past', at(1, 10), '2 months ago', 'há 2 meses', 'قبل شهرين', '2 か月前'],
  ['a month ahead', at(4, 20), 'next month', 'próximo mês', 'الشهر القادم', '来月'],
  ['a year past', new Date(2025, 1, 1), 'last year', 'ano passado', 'السنة الماضية', '昨年'],
  ['years past', new Date(2022, 1, 1), '4 years ago', 'há 4 anos', 'قبل 4 سنوات', '4 年前'],
]

describe('relativeTime', () => {
  it.each(moments)('says %s in words', (_, date, en, pt, ar, ja) => {
    const said = ['en', 'pt', 'ar', 'ja'].map((language) => plain(relativeTime(date, language, now)))
    expect(said).toEqual([en, pt, ar, ja])
  })

  it('names no month or year that the calendar would not', () => {
    expect(relativeTime(at(1, 31), 'en', at(3, 7))).toBe('1 month ago')
    expect(relativeTime(at(1, 1), 'en', at(1, 31))).toBe('1 month ago')
    expect(relativeTime(new Date(2025, 11, 31), 'en', new Date(2027, 0, 2))).toBe('1 year ago')
  })

  it('reads the dates of the wire, and measures from the present unless told', () => {
    expect(relativeTime('2026-03-14T12:09:00.000Z', 'en', new Date('2026-03-14T15:09:00.000Z'))).toBe('3 hours ago')
    expect(relativeTime(new Date(Date.now() - 7_230_000), 'en')).toBe('2 hours ago')
  })

  it('speaks English where neither the inbox nor the runtime knows the language', () => {
    for (const language of ['xx', '', 'not a tag']) {
      expect(relativeTime(at(3, 14, 12), language, now), language).toBe('3 hours ago')
    }
  })

  it.each(['ig', 'sa', 'sm', 'bh'])('never writes English or a bare unit among the texts of %s', (language) => {
    for (const [, date] of moments) {
      const said = plain(relativeTime(date, language, now))
      expect(said).not.toMatch(/^[-+]|ago|yesterday|tomorrow|last|next|\bin \d/)
    }
  })

  it('reads Hindi for Bihari, and writes digits where no runtime knows the language', () => {
    expect(relativeTime(at(3, 14, 12), 'bh', now)).toBe('3 घंटे पहले')
    expect(relativeTime(at(3, 14, 12), 'sm', now)).toBe('14/03/2026, 12:09')
    expect(fullTime(at(3, 14, 12), 'sm')).toBe('14/03/2026, 12:09')
  })

  it('understands the regions of a language, written either way', () => {
    expect(relativeTime(at(3, 13), 'pt-BR', now)).toBe('ontem')
    expect(relativeTime(at(3, 13), 'pt_BR', now)).toBe('ontem')
  })

  it('says nothing of a date that is none', () => {
    expect(relativeTime('soon', 'en', now)).toBe('')
    expect(relativeTime(new Date(Number.NaN), 'pt', now)).toBe('')
  })
})

describe('fullTime', () => {
  it.each([
    ['en', 'Mar 14, 2026, 3:09 PM'],
    ['pt', '14 de mar. de 2026, 15:09'],
    ['ar', '14/03/2026، 3:09 م'],
    ['ja', '2026/03/14 15:09'],
    ['bh', '14 मार्च 2026, 3:09 pm'],
  ])('writes date and time as %s does', (language, text) => {
    expect(plain(fullTime(now, language))).toBe(text)
  })

  it('says nothing of a date that is none', () => {
    expect(fullTime('soon', 'en')).toBe('')
  })
})
