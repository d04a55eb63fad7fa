import { expect, it } from 'vitest'
import { isWindowOpen, opensWindow, windowEnd } from './window.ts'

const wrote = new Date('2026-11-20T12:00:00Z')

it('closes 24 hours after the message, not after its arrival', () => {
  expect(windowEnd(wrote).toISOString()).toBe('2026-11-21T12:00:00.000Z')
  expect(isWindowOpen(wrote, new Date('2026-11-21T11:59:59.999Z'))).toBe(true)
  expect(isWindowOpen(wrote, new Date('2026-11-21T12:00:00Z'))).toBe(false)
  expect(isWindowOpen(null, wrote)).toBe(false)
})

it('is opened by what the user says, not by reactions, notices and deletions', () => {
  expect(opensWindow({ kind: 'text', body: 'oi' })).toBe(true)
  expect(opensWindow({ kind: 'unsupported', type: 'poll', detail: null })).toBe(true)
  expect(opensWindow({ kind: 'template_button', payload: null, text: 'Sim' })).toBe(true)
  expect(opensWindow({ kind: 'reaction', targetWamid: 'w', emoji: '👍' })).toBe(false)
  expect(opensWindow({ kind: 'revoke', originalWamid: 'w' })).toBe(false)
  const newUser = { phone: '55', bsuid: null, parentBsuid: null }
  expect(opensWindow({ kind: 'system', systemType: 'user_changed_number', body: null, newUser })).toBe(false)
})
