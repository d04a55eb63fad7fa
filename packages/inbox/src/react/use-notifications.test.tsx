import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render, until, untilTriedAgain } from '../test/render.tsx'
import { messageOf, type StandIn, startStandIn } from '../test/stand-in.ts'
import { NovuProvider } from './provider.tsx'
import {
  useArchiveNotification,
  useMarkNotificationsAs,
  useRemoveNotification,
  useUpdateAction,
} from './use-changes.ts'
import { useFeedUnseenCount, useUnseenCount } from './use-counts.ts'
import { useFetchNotifications } from './use-fetch-notifications.ts'
import { useNotifications } from './use-notifications.ts'
import {
  useFetchUserGlobalPreferences,
  useFetchUserPreferences,
  useUpdateUserGlobalPreferences,
  useUpdateUserPreferences,
} from './use-preferences.ts'

let standIn: StandIn
beforeEach(async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ana = [
    messageOf(4),
    messageOf(3, { seen: true }),
    messageOf(2, { seen: true, read: true }),
    messageOf(1, { read: true }),
  ]
  standIn = await startStandIn({ ana })
})
afterEach(async () => {
  await standIn.stop()
  vi.restoreAllMocks()
})

const fetching = { fetchNotifications: true }
const stores = [{ storeId: 'all' }, { storeId: 'orders', query: { feedIdentifier: 'orders' } }]

/** Calls a hook inside of a provider, and gives what it returned last. */
const use = <T,>(hook: () => T, pageSize = 10) => {
  let last: T
  const Probe = () => {
    last = hook()
    return null
  }
  const page = render(
    <NovuProvider
      applicationIdentifier="shop"
      subscriberId="ana"
      backendUrl={standIn.url}
      initialFetchingStrategy={fetching}
      stores={stores}
      pageSize={pageSize}
    >
      <Probe />
    </NovuProvider>,
  )
  return { now: () => last, ...page }
}
const markedAs = (now: () => { notifications: readonly { seen: boolean; read?: boolean }[] | undefined }) =>
  now().notifications?.map(({ seen, read }) => `${seen ? 'seen' : 'new'} ${read ? 'read' : 'unread'}`)

describe('useNotifications', () => {
  it('pages through a list', async () => {
    const { now } = use(useNotifications, 3)
    expect(now().notifications).toBeUndefined()
    await until(() => expect(now().notifications).toHaveLength(3))
    expect(now().hasNextPage).toBe(true)
    act(() => void now().fetchNextPage())
    await until(() => expect(now().notifications).toHaveLength(4))
    expect(now().hasNextPage).toBe(false)
  })

  it('marks those that were fetched as seen, and makes nothing unread by it', async () => {
    const { now } = use(useNotifications)
    await until(() => expect(markedAs(now)).toEqual(['new unread', 'seen unread', 'seen read', 'new read']))
    await act(() => now().markFetchedNotificationsAsSeen())
    expect(markedAs(now)).toEqual(['seen unread', 'seen unread', 'seen read', 'new read'])
    await act(() => now().markFetchedNotificationsAsRead())
    expect(markedAs(now)).toEqual(['seen read', 'seen read', 'seen read', 'new read'])
    const { length } = standIn.requests
    await act(() => now().markFetchedNotificationsAsRead())
    expect(standIn.requests.slice(length)).not.toContain('POST /messages/markAs')
  })

  it('marks all as seen and unread in what it shows, until the service says how they are', async () => {
    const { now } = use(useNotifications)
    await until(() => expect(now().notifications).toHaveLength(4))
    standIn.hold()
    let marking: Promise<void> | undefined
    act(() => {
      marking = now().markAllNotificationsAsSeen()
    })
    expect(markedAs(now)).toEqual(Array(4).fill('seen unread'))
    standIn.release()
    await act(() => marking)
    await until(() => expect(markedAs(now)).toEqual(['new unread', 'seen unread', 'seen read', 'new read']))
  })

  it('marks, removes and takes everything of a store', async () => {
    const { now } = use(useNotifications)
    await until(() => expect(now().notifications).toHaveLength(4))
    const id = now().notifications?.[2]?._id ?? ''
    await act(() => now().markNotificationAsUnRead(id))
    expect(markedAs(now)?.[2]).toBe('seen unread')
    await act(() => now().markNotificationAsRead(id))
    expect(markedAs(now)?.[2]).toBe('seen read')
    await act(() => now().removeMessage(id))
    await until(() => expect(now().notifications).toHaveLength(3))
    await act(() => now().removeAllMessages())
    await until(() => expect(now().notifications).toEqual([]))
  })

  it('shows another store, and narrows it until another is chosen', async () => {
    const { now } = use(useNotifications)
    await until(() => expect(now().notifications).toHaveLength(4))
    expect([now().storeId, now().storeQuery]).toEqual(['all', {}])
    act(() => now().setStore('orders'))
    expect([now().storeId, now().storeQuery]).toEqual(['orders', { feedIdentifier: 'orders' }])
    await act(() => now().refetch({ page: 0, read: false }))
    expect(now().storeQuery).toEqual({ feedIdentifier: 'orders', read: false })
    act(() => now().setStore('all'))
    expect(now().storeQuery).toEqual({})
  })

  it('keeps its methods while nothing but the list changes', async () => {
    const { now } = use(useNotifications)
    const before = now().fetchNextPage
    await until(() => expect(now().notifications).toHaveLength(4))
    expect(now().fetchNextPage).toBe(before)
  })

  it('rejects what the server refuses, and shows what holds', async () => {
    const { now } = use(useNotifications)
    await until(() => expect(now().notifications).toHaveLength(4))
    standIn.refused.add('POST /messages/markAs')
    const id = now().notifications?.[0]?._id ?? ''
    await act(() => expect(now().markNotificationAsRead(id)).rejects.toMatchObject({ status: 400 }))
    expect(markedAs(now)?.[0]).toBe('new unread')
  })
})

describe('queries', () => {
  it('tell how they stand, and call back', async () => {
    const onSuccess = vi.fn()
    const { now } = use(() => useUnseenCount({ onSuccess }))
    expect([now().status, now().isLoading, now().data]).toEqual(['loading', true, undefined])
    await until(() => expect(now().data).toEqual({ count: 2 }))
    expect([now().status, now().isSuccess, now().isError]).toEqual(['success', true, false])
    expect(onSuccess.mock.calls).toEqual([[{ count: 2 }]])
  })

  it('fail with the session, and with what is asked', async () => {
    standIn.refused.add('GET /preferences')
    const onError = vi.fn()
    const { now } = use(() => useFetchUserPreferences({ onError }))
    await untilTriedAgain(() => expect(now().isError).toBe(true))
    expect([now().status, now().error?.message, onError.mock.calls.length]).toEqual(['error', 'refused', 1])
    standIn.refused.add('POST /session/initialize')
    const other = use(() => useUnseenCount())
    await untilTriedAgain(() => expect(other.now().error?.message).toBe('refused'))
  })

  it('give lists by pages', async () => {
    const { now } = use(() => useFetchNotifications({ query: { seen: true } }), 3)
    await until(() => expect(now().data?.pages.map(({ data }) => data.length)).toEqual([3]))
    await act(() => now().fetchNextPage())
    expect(now().data?.pages.map(({ data, page, hasMore }) => [data.length, page, hasMore])).toEqual([
      [3, 0, true],
      [1, 1, false],
    ])
    expect([now().hasNextPage, now().isSuccess]).toEqual([false, true])
  })

  it('count what is unseen of a list, unless told not to', async () => {
    const { now } = use(() => [
      useFeedUnseenCount({ query: { feedIdentifier: 'orders' } }),
      useFeedUnseenCount({ query: { feedIdentifier: 'other' } }, { enabled: false }),
    ])
    await until(() => expect(now()[0]?.data).toEqual({ count: 2 }))
    expect(now()[1]?.data).toBeUndefined()
    expect(standIn.asked('GET /notifications/count')).toBe(1)
  })
})

describe('changes', () => {
  it('tell how they stand, and call back', async () => {
    const onSuccess = vi.fn()
    const own = vi.fn()
    const { now } = use(() => ({ list: useNotifications(), mark: useMarkNotificationsAs({ onSuccess }) }))
    await until(() => expect(now().list.notifications).toHaveLength(4))
    expect(now().mark.isIdle).toBe(true)
    const input = { messageId: messageOf(4)._id, seen: true, read: true }
    let done: Promise<unknown> | undefined
    act(() => {
      done = now().mark.markNotificationsAs(input, { onSettled: own })
    })
    expect(now().mark.isLoading).toBe(true)
    await act(() => done)
    expect(now().mark).toMatchObject({ status: 'success', isSuccess: true, data: [{ seen: true, read: true }] })
    expect(onSuccess).toHaveBeenCalledWith(now().mark.data, input)
    expect(own).toHaveBeenCalledWith(now().mark.data, null, input)
    act(() => now().mark.reset())
    expect([now().mark.status, now().mark.data]).toEqual(['idle', undefined])
  })

  it('keep their counts while they are on their way, whatever the server said before it knew of them', async () => {
    const { now } = use(() => ({
      list: useNotifications(),
      unseen: useUnseenCount(),
      mark: useMarkNotificationsAs(),
    }))
    await until(() => expect(now().list.notifications).toHaveLength(4))
    await act(() => now().unseen.refetch())
    expect(now().unseen.data).toEqual({ count: 2 })
    standIn.hold()
    let done: Promise<unknown> | undefined
    act(() => {
      done = now().mark.markNotificationsAs({ messageId: messageOf(4)._id, seen: true })
    })
    await until(() => expect(standIn.asked('POST /messages/markAs')).toBe(1))
    standIn.holdNoMore()
    await act(() => now().unseen.refetch())
    expect(now().unseen.data).toEqual({ count: 1 })
    const asked = standIn.asked('GET /notifications/unseen')
    standIn.release()
    await act(() => done)
    await until(() => expect(standIn.asked('GET /notifications/unseen')).toBe(asked + 1))
    expect(now().unseen.data).toEqual({ count: 1 })
  })

  it('that are refused say so, and disturb no one who does not wait', async () => {
    standIn.refused.add('DELETE')
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const onError = vi.fn()
    const { now } = use(() => ({ list: useNotifications(), remove: useRemoveNotification({ onError }) }))
    await until(() => expect(now().list.notifications).toHaveLength(4))
    act(() => void now().remove.removeNotification({ messageId: messageOf(4)._id }))
    await until(() => expect(now().remove.isError).toBe(true))
    expect(now().remove.error?.message).toBe('refused')
    expect(onError.mock.calls[0]?.[1]).toEqual({ messageId: messageOf(4)._id })
    expect(now().list.notifications).toHaveLength(4)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('save an action, and put notifications away', async () => {
    const { now } = use(() => ({
      list: useNotifications(),
      update: useUpdateAction(),
      archive: useArchiveNotification(),
    }))
    await until(() => expect(now().list.notifications).toHaveLength(4))
    const messageId = messageOf(4)._id
    await act(() => now().update.updateAction({ messageId, actionButtonType: 'primary', status: 'done' }))
    expect(now().list.notifications?.[0]?.cta.action?.status).toBe('done')
    const archiving = now().archive.archiveNotification({ messageId })
    await until(() => expect(now().list.notifications?.[0]?._id).not.toBe(messageId))
    await act(() => archiving)
  })

  it('of preferences show at once, and stay as the server says', async () => {
    const { now } = use(() => ({
      own: useFetchUserPreferences(),
      all: useFetchUserGlobalPreferences(),
      update: useUpdateUserPreferences(),
      updateAll: useUpdateUserGlobalPreferences(),
    }))
    const shown = () => [now().own.data?.[0]?.preference.channels.email, now().all.data?.[0]?.preference.channels.email]
    await until(() => expect(shown()).toEqual([true, true]))
    const choice = { templateId: 'workflow', channelType: 'email', checked: false } as const
    await act(() => now().update.updateUserPreferences(choice))
    expect(shown()).toEqual([false, true])
    await act(() =>
      now().updateAll.updateUserGlobalPreferences({ preferences: [{ channelType: 'email', enabled: false }] }),
    )
    expect(shown()).toEqual([false, false])
  })
})
