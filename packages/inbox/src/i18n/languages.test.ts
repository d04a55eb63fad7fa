import { describe, expect, it } from 'vitest'
import { english, type I18NLanguage, languages, type TranslationKey, type Translations } from './texts.ts'

type Foreign = Exclude<I18NLanguage, 'en'>

const files = import.meta.glob<{ default: Translations }>('./languages/*.ts', { eager: true })
const foreign = languages.filter((code): code is Foreign => code !== 'en')
const keys = Object.keys(english) as TranslationKey[]

/** Texts that may read as in English: names of channels in every language, other words where the language has them. */
const sharedAnywhere: TranslationKey[] = ['email', 'sms', 'push', 'chat']
const sharedIn: Partial<Record<Foreign, TranslationKey[]>> = {
  fr: ['notifications', 'actions'],
}

/** Languages that are not written in Latin letters. */
const scripts: Record<string, Foreign[]> = {
  Arabic: ['ar', 'fa', 'sd', 'ur'],
  Armenian: ['hy'],
  Bengali: ['as', 'bn'],
  Cyrillic: ['ba', 'be', 'bg', 'kk', 'ru', 'uk'],
  Devanagari: ['bh', 'hi', 'mr', 'ne', 'sa'],
  Ethiopic: ['am'],
  Georgian: ['ka'],
  Greek: ['el'],
  Gujarati: ['gu'],
  Gurmukhi: ['pa'],
  Hangul: ['ko'],
  Han: ['zh'],
  Hebrew: ['he'],
  Kannada: ['kn'],
  Khmer: ['km'],
  Lao: ['lo'],
  Malayalam: ['ml'],
  Oriya: ['or'],
  Sinhala: ['si'],
  Tamil: ['ta'],
  Telugu: ['te'],
  Thai: ['th'],
}
const ownLetters = new Map<Foreign, RegExp>([
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
  ...Object.entries(scripts).flatMap(([script, codes]) =>
    codes.map((code): [Foreign, RegExp] => [code, new RegExp(`\\p{Script=${script}}`, 'u')]),
  ),
])

/** Texts that stand together on the screen, so that no two of them may read the same. */
const together: TranslationKey[][] = [
  ['markAsRead', 'markAsUnRead', 'archive', 'unarchive', 'snooze', 'unsnooze', 'mute', 'removeMessage'],
  ['snoozeHour', 'snoozeTomorrow', 'snoozeNextWeek'],
  ['inApp', 'email', 'sms', 'push', 'chat'],
  ['notifications', 'archived', 'snoozed'],
  ['removeAll', 'cancel'],
]

const placeholders = (text: string) => (text.match(/\{\{.*?\}\}/g) ?? []).sort()

const textsOf = (code: Foreign): Translations => {
  const file = files[`./languages/${code}.ts`]
  if (!file) throw new Error(`No texts for ${code}`)
  return file.default
}

describe('the languages', () => {
  it('have one file each, and no file is of a language that is not offered', () => {
    expect(Object.keys(files).sort()).toEqual(foreign.map((code) => `./languages/${code}.ts`).sort())
  })

  it('are no copies of one another', () => {
    const whole = foreign.map((code) => Object.values(textsOf(code)).join('\n'))
    expect(new Set(whole).size).toBe(foreign.length)
  })
})

describe.each(foreign)('the texts in %s', (code) => {
  it('are there for every key, and for no other', () => {
    expect(Object.keys(textsOf(code))).toEqual(keys)
  })

  it('are neither empty nor padded', () => {
    const texts = textsOf(code)
    expect(keys.filter((key) => !texts[key] || texts[key] !== texts[key].trim())).toEqual([])
  })

  it('keep the placeholders', () => {
    const texts = textsOf(code)
    for (const key of keys) expect(placeholders(texts[key]), key).toEqual(placeholders(english[key]))
  })

  it('are not left in English', () => {
    const texts = textsOf(code)
    const shared = [...sharedAnywhere, ...(sharedIn[code] ?? [])]
    const left = keys.filter((key) => texts[key].toLowerCase() === english[key].toLowerCase() && !shared.includes(key))
    expect(left).toEqual([])
  })

  it('tell apart what stands side by side', () => {
    const texts = textsOf(code)
    for (const group of together) {
      const shown = group.map((key) => texts[key].toLowerCase())
      expect(new Set(shown).size, shown.join(' | ')).toBe(group.length)
    }
  })
})

describe.each([...ownLetters])('the texts in %s', (code, letters) => {
  it('are written in the letters of the language', () => {
    const texts = textsOf(code)
    const without = keys.filter((key) => !letters.test(texts[key]) && !sharedAnywhere.includes(key))
    expect(without).toEqual([])
  })
})
