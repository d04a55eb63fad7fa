import { describe, expect, it } from 'vitest'
import { summaryOf } from '#web/test/chat-fixtures.ts'
import { readAlertSettings } from './alert-settings.ts'
import { newsIn } from './news.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()
const item = (id: string, minute: number, part = {}) => ({
  ...summaryOf({ id, unreadCount: 1, lastDirection: 'in', lastMessageAt: at(minute) }),
  ...part,
})

describe('what is told of', () => {
  it('is newer than what was known, of a customer, not read and not looked at', () => {
    const items = [
      item('fresh', 5),
      item('known', 4),
      item('answered', 5, { lastDirection: 'out' }),
      item('read', 5, { unreadCount: 0 }),
      item('open', 5),
      item('old', 1),
    ]
    const known = new Map([['known', at(4)]])
    const news = newsIn(items, known, { since: Date.parse(at(3)), lookedAt: 'open' })
    expect(news.map(({ id }) => id)).toEqual(['fresh'])
  })

  it('is chosen for each browser', () => {
    const store = { getItem: () => 'sound mine', setItem: () => undefined, removeItem: () => undefined }
    expect(readAlertSettings(store)).toEqual({ desktop: false, sound: true, mine: true })
  })
})
