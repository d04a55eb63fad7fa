import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ahead, summaryOf } from '#web/test/chat-fixtures.ts'
import { useSteady } from './use-steady.ts'

const minute = 60_000

it('keeps the same object while messages arrive, and follows the fields that are shown', () => {
  const first = summaryOf({ windowExpiresAt: ahead(20 * 60 * minute) })
  const { result, rerender } = renderHook(({ now }) => useSteady(now, minute), { initialProps: { now: first } })
  const later = { ...first, lastMessageAt: ahead(0), lastPreview: 'And two more', unreadCount: 3, version: 2 }
  rerender({ now: { ...later, windowExpiresAt: ahead(20 * 60 * minute + 5000) } })
  expect(result.current).toBe(first)
  const given = { ...later, assignee: { id: 'ana', name: 'Ana', avatarUrl: null } }
  rerender({ now: given })
  expect(result.current).toBe(given)
  const longer = { ...given, windowExpiresAt: ahead(23 * 60 * minute) }
  rerender({ now: longer })
  expect(result.current).toBe(longer)
})
