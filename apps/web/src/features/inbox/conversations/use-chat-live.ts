import type { EndpointResponse } from '@recado/contracts/endpoint'
import { listMessages, type Message } from '@recado/contracts/inbox/messages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, call } from '#web/lib/api/api.ts'
import { firstReadings } from '#web/lib/api/read-again.ts'
import { type AppChangeEvent, useChangeEvents, useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { assigneesKey, colleaguesKey, conversationQuery, fetchListPage, fetchMessages, keys } from './api.ts'
import { type ListData, withFirstPage } from './list-cache.ts'
import { type ListFilter, resolvedHitsOf } from './list-filter.ts'
import { type MessageCache, withNamed, withNewest } from './message-cache.ts'

/** Change events are gathered this long (milliseconds), so that a storm of them costs a few requests. */
const messagePause = 120
const listPause = 400
const retryPauses = [1000, 3000, 5000]
const idsPerCall = 100
/** More than this at once is read as the newest page instead. */
const namedLimit = 600

type Gathered = { messageIds: Set<string>; newest: boolean; detail: boolean; list: boolean }
const nothing = (): Gathered => ({ messageIds: new Set(), newest: false, detail: false, list: false })

const take = (into: Gathered, change: AppChangeEvent, openId: string | undefined): void => {
  const { event, conversationIds, ids } = change
  if (event === 'refetch') {
    Object.assign(into, { newest: true, detail: true, list: true })
    return
  }
  if (event === 'contact.updated') Object.assign(into, { detail: true, list: true })
  if (!event.startsWith('message.') && !event.startsWith('conversation.')) return
  into.list = true
  if (openId === undefined || (conversationIds && !conversationIds.includes(openId))) return
  if (event === 'conversation.updated') into.detail = true
  if (event === 'message.created') into.detail = true
  if (!event.startsWith('message.')) return
  if (!ids || ids.length === 0) into.newest = true
  for (const id of ids ?? []) into.messageIds.add(id)
}

const readNewest = async (queryClient: QueryClient, id: string): Promise<void> => {
  const key = keys.messages(id)
  await firstReadings(queryClient, key)
  if (!queryClient.getQueryData<MessageCache>(key)) return
  const page: EndpointResponse<typeof listMessages> = await call(listMessages, {
    params: { id },
    query: { limit: 100 },
  })
  queryClient.setQueryData<MessageCache>(key, (known) => withNewest(known, page))
}

const readNamed = async (queryClient: QueryClient, id: string, ids: readonly string[]): Promise<void> => {
  const fresh: Message[] = []
  await firstReadings(queryClient, keys.messages(id))
  for (let at = 0; at < ids.length; at += idsPerCall)
    fresh.push(...(await fetchMessages(id, ids.slice(at, at + idsPerCall))))
  fresh.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || (a.id < b.id ? -1 : 1))
  queryClient.setQueryData<MessageCache>(keys.messages(id), (known) => (known ? withNamed(known, fresh) : known))
}

/** An answer that it is not there (any more) is kept too: the page then says so. */
const readConversation = async (queryClient: QueryClient, id: string): Promise<void> => {
  await firstReadings(queryClient, keys.detail(id))
  await queryClient.fetchQuery({ ...conversationQuery(id), retry: false })
}

const readFirstPage = async (queryClient: QueryClient, filter: ListFilter | null): Promise<void> => {
  if (!filter) return
  const key = keys.list(filter)
  await firstReadings(queryClient, key)
  if (!queryClient.getQueryData<ListData>(key)) return
  const page = await fetchListPage(filter, null)
  queryClient.setQueryData<ListData>(key, (known) => (known ? withFirstPage(known, page, filter.sort) : known))
}

/** Whether reading again may do what reading now could not: nothing was wrong with what was asked. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The share of time that a slow machine spends on rendering changes by others; the rest is for the member's input. */
const drawingShare = 1 / 5
/** The longest delay of a change, however slow the machine is, in milliseconds. */
const longestRest = 2000

/** Milliseconds that the page needs to render the data just loaded, measured until the next timer. */
const drawingTime = async (): Promise<number> => {
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve))
  return performance.now() - from
}

/**
 * Runs one call at a time and at most every `pause` milliseconds, less often if rendering takes long; a call
 * in the meantime runs it once more afterwards. Temporary failures are retried with increasing pauses: there may be no
 * further change event that would trigger it.
 */
const paced = (pause: number, run: () => Promise<unknown>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let again = false
  let failures = 0
  let stopped = false
  let restsUntil = 0
  const restOf = (): number => Math.max(pause, restsUntil - performance.now())
  const start = async () => {
    timer = undefined
    busy = true
    const failed = await run().then(() => false, mayPass)
    const rest = Math.min(longestRest, (await drawingTime()) / drawingShare)
    restsUntil = performance.now() + rest
    busy = false
    if (stopped) return
    failures = failed ? failures + 1 : 0
    if (failed) timer = setTimeout(start, retryPauses[Math.min(failures, retryPauses.length) - 1])
    else if (again) timer = setTimeout(start, restOf())
    again = false
  }
  return {
    call: () => {
      if (busy) again = true
      else timer ??= setTimeout(start, restOf())
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const memberKeys = [assigneesKey, colleaguesKey]

/** Keeps the list and the open conversation true while the page is shown, by reading only what change events name. */
export const useChatLive = (filter: ListFilter, openId: string | undefined, mayView: boolean): void => {
  const queryClient = useQueryClient()
  const could = useRef(mayView)
  const place = useRef({ filter, openId })
  const gathered = useRef(nothing())
  const runners = useRef<Record<'messages' | 'list', ReturnType<typeof paced>> | null>(null)

  useEffect(() => {
    if (place.current.openId !== openId)
      Object.assign(gathered.current, { messageIds: new Set(), newest: false, detail: false })
    place.current = { filter, openId }
  }, [filter, openId])

  useEffect(() => {
    const messages = paced(messagePause, async () => {
      const { messageIds, newest, detail } = gathered.current
      Object.assign(gathered.current, { messageIds: new Set(), newest: false, detail: false })
      const id = place.current.openId
      if (!id) return
      const many = messageIds.size > namedLimit
      const reading = Promise.all([
        newest || many ? readNewest(queryClient, id) : null,
        messageIds.size > 0 && !many ? readNamed(queryClient, id, [...messageIds]) : null,
        detail ? readConversation(queryClient, id) : null,
      ])
      await reading.catch((error: unknown) => {
        if (place.current.openId === id) Object.assign(gathered.current, { newest: true, detail: true })
        throw error
      })
    })
    const list = paced(listPause, () => {
      const { filter: shown } = place.current
      return Promise.all([shown, resolvedHitsOf(shown)].map((one) => readFirstPage(queryClient, one)))
    })
    runners.current = { messages, list }
    return () => {
      for (const runner of [messages, list]) runner.stop()
    }
  }, [queryClient])

  useEffect(() => {
    // Nothing was told of what happened while the company was without its chat.
    if (mayView && !could.current) void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    could.current = mayView
  }, [queryClient, mayView])
  useChangeEvents(({ event }) => {
    // Rights may have changed: what may no longer be seen goes away at once, and not when it changes next.
    if (event === 'session.changed') void queryClient.invalidateQueries({ queryKey: ['conversations'] })
  })
  useInvalidateOn(['member.updated'], memberKeys)
  useChangeEvents((change) => {
    take(gathered.current, change, place.current.openId)
    const { messageIds, newest, detail, list } = gathered.current
    if (messageIds.size > 0 || newest || detail) runners.current?.messages.call()
    if (list) runners.current?.list.call()
    Object.assign(gathered.current, { list: false })
  })
}
