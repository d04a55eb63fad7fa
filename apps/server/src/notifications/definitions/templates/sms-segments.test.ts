import { describe, expect, it } from 'vitest'
import { countSmsSegments } from './sms-segments.ts'

describe('text messages that a text takes', () => {
  it.each([
    ['nothing', '', 0],
    ['160 of the GSM alphabet', 'a'.repeat(160), 1],
    ['one more', 'a'.repeat(161), 2],
    ['two full ones', 'a'.repeat(306), 2],
    ['three', 'a'.repeat(307), 3],
    ['accents of the GSM alphabet', 'é'.repeat(160), 1],
    ['80 characters that take two units', '€'.repeat(80), 1],
    ['81 of them', '€'.repeat(81), 2],
    ['a character of two units that would be torn apart', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 of another alphabet', 'ã'.repeat(70), 1],
    ['71 of another alphabet', 'ã'.repeat(71), 2],
    ['134 of another alphabet', 'ã'.repeat(134), 2],
    ['135 of another alphabet', 'ã'.repeat(135), 3],
    ['one letter of another alphabet in a long text', `${'a'.repeat(70)}ã`, 2],
    ['35 emoji', '👍'.repeat(35), 1],
    ['an emoji that would be torn apart', `${'ã'.repeat(66)}👍${'ã'.repeat(66)}`, 3],
  ])('%s', (_title, text, segments) => {
    expect(countSmsSegments(text)).toBe(segments)
  })
})
