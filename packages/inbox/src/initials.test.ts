import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Padaria Boa Massa', 'PM'],
  ['  ana  ', 'A'],
  ['José da Silva Xavier', 'JX'],
  ['', ''],
  ['X', 'X'],
  ['J P', 'JP'],
  ['élodie', 'É'],
  ['e\u0301lodie o\u0308zil', 'ÉÖ'],
  ['𝒜da L', '𝒜L'],
  ['🌸 Ana 🌸', 'A'],
  ['👩🏽‍🍳 Bia & Cia 🇧🇷', 'BC'],
  ['🇧🇷', '🇧🇷'],
  ['👩‍👩‍👧‍👦 🎉', '👩‍👩‍👧‍👦'],
  ['(Loja) “Ana”', 'LA'],
  ['Loja 24', 'L2'],
  ['أحمد', 'أ'],
  ['أحمد محمد', 'أ\u200cم'],
  ['‏أحمد‏', 'أ'],
  ['山田 太郎', '山太'],
  ['मीरा देवी', 'मीदे'],
  ['strauß ßen', 'SS'],
  ['Z̸̡̢̛͚a̵', 'Z̸̡'],
  ['+55 81 98888-7777', ''],
  ['+55 81 •••••-••77', ''],
  ['---', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
