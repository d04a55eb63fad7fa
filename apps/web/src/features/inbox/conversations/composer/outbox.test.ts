import type { Message } from '@recado/contracts/inbox/messages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api.ts'
import type { TextStore } from '#web/lib/ui/browser-store.ts'
import { type AnyDraft, createOutbox } from './outbox.ts'

const conversationId = '018f0000-0000-7000-8000-000000000001'
const rowFor = (draft: AnyDraft) => ({ id: draft.clientKey, clientKey: draft.clientKey }) as Message

const storage = (): TextStore => {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  }
}

const offline = () => new ApiError('Network Error', { code: 'network', status: 0 })
const closed = () => new ApiError('closed', { code: 'window_closed', status: 422 })
const text = (body: string) => ({ conversationId, text: body, draft: { type: 'text', body } as const })

const start = (send: (draft: AnyDraft) => Promise<Message>, store = storage()) => {
  const sent: Message[] = []
  const left: { conversationId: string; drafts: readonly AnyDraft[] }[] = []
  const outbox = createOutbox({
    send: async (_, draft) => ({ held: null, message: await send(draft) }),
    upload: async (_, file) => ({ fileId: 'file', kind: file.name.endsWith('.ogg') ? 'audio' : 'image' }),
    onSent: (_, { message }) => void (message && sent.push(message)),
    sendLeaving: (id, drafts) => left.push({ conversationId: id, drafts }),
    store,
    storeKey: 'outbox',
  })
  return { outbox, sent, left, store }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the outbox', () => {
  it('sends in order, one after the other, and keeps nothing', async () => {
    const bodies: string[] = []
    const { outbox, sent, store } = start(async (draft) => {
      bodies.push(draft.type === 'text' ? draft.body : '')
      return rowFor(draft)
    })
    outbox.add(text('one'))
    outbox.add(text('two'))
    expect(outbox.items(conversationId).map((item) => item.text)).toEqual(['one', 'two'])
    await vi.runAllTimersAsync()
    expect(bodies).toEqual(['one', 'two'])
    expect(sent).toHaveLength(2)
    expect(outbox.items(conversationId)).toEqual([])
    expect(store.getItem('outbox')).toBeNull()
  })

  it('tries again under the same key when the connection was lost', async () => {
    const keys: string[] = []
    const { outbox } = start(async (draft) => {
      keys.push(draft.clientKey)
      if (keys.length < 3) throw offline()
      return rowFor(draft)
    })
    outbox.add(text('hello'))
    await vi.advanceTimersByTimeAsync(0)
    expect(outbox.items(conversationId)[0]).toMatchObject({ state: 'offline', error: 'network' })
    await vi.runAllTimersAsync()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(outbox.items(conversationId)).toEqual([])
  })

  it('keeps a refused message with its reason and goes on with the next', async () => {
    const { outbox, sent } = start(async (draft) => {
      if (draft.type === 'text' && draft.body === 'late') throw closed()
      return rowFor(draft)
    })
    outbox.add(text('late'))
    outbox.add(text('next'))
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    expect(outbox.items(conversationId)).toMatchObject([{ text: 'late', state: 'failed', error: 'window_closed' }])
  })

  it('survives a reload with its key', async () => {
    const store = storage()
    const before = start(async () => Promise.reject(offline()), store)
    const key = before.outbox.add(text('kept'))
    await vi.advanceTimersByTimeAsync(0)
    const keys: string[] = []
    const after = start(async (draft) => {
      keys.push(draft.clientKey)
      return rowFor(draft)
    }, store)
    after.outbox.runAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(keys).toEqual([key])
  })

  it('keeps what another tab has waiting when this one sends', async () => {
    const store = storage()
    const other = start(async (draft) => rowFor(draft), store)
    const key = start(async () => Promise.reject(offline()), store).outbox.add(text('waits'))
    await vi.advanceTimersByTimeAsync(0)
    other.outbox.add(text('goes'))
    await vi.advanceTimersByTimeAsync(0)
    expect(other.sent).toHaveLength(1)
    const reloaded = start(async (draft) => rowFor(draft), store)
    expect(reloaded.outbox.items(conversationId).map(({ clientKey }) => clientKey)).toEqual([key])
    reloaded.outbox.runAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getItem('outbox')).toBeNull()
  })

  it('sends nothing that another tab sent or discarded meanwhile', async () => {
    const store = storage()
    const here = start(async () => Promise.reject(offline()), store)
    const [sent, discarded] = ['sent', 'discarded'].map((body) => here.outbox.add(text(body)))
    await vi.advanceTimersByTimeAsync(0)
    const bodies: string[] = []
    let answer: (message: Message) => void = () => {}
    const there = start((draft) => {
      bodies.push(draft.type === 'text' ? draft.body : '')
      return new Promise((resolve) => (answer = resolve))
    }, store)
    there.outbox.runAll()
    await vi.advanceTimersByTimeAsync(0)
    here.outbox.remove(discarded ?? '')
    answer({ clientKey: sent } as Message)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies).toEqual(['sent'])
    here.outbox.dropDone()
    there.outbox.leave()
    expect([here.outbox.items(conversationId), there.outbox.items(conversationId), there.left]).toEqual([[], [], []])
    expect(store.getItem('outbox')).toBeNull()
  })

  it('uploads a file before its message', async () => {
    const drafts: AnyDraft[] = []
    const { outbox } = start(async (draft) => {
      drafts.push(draft)
      return rowFor(draft)
    })
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    outbox.add({ conversationId, text: '', file, draft: { type: 'media', fileId: '', caption: 'look' } })
    await vi.runAllTimersAsync()
    expect(drafts).toMatchObject([{ type: 'media', fileId: 'file', caption: 'look' }])
  })

  it('says of all that waits behind a lost connection that it does, and sends each once afterwards', async () => {
    let connected = false
    const bodies: string[] = []
    const { outbox } = start(async (draft) => {
      if (!connected) throw offline()
      bodies.push(draft.type === 'text' ? draft.body : '')
      return rowFor(draft)
    })
    outbox.add(text('one'))
    outbox.add(text('two'))
    outbox.add(text('three'))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(outbox.items(conversationId).map(({ state }) => state)).toEqual(['offline', 'offline', 'offline'])
    connected = true
    outbox.runAll()
    await vi.runAllTimersAsync()
    expect(bodies).toEqual(['one', 'two', 'three'])
    expect(outbox.items(conversationId)).toEqual([])
  })

  it('hands over what waits when the page is left, and once more by the same key on the next visit', async () => {
    const store = storage()
    const before = start(() => new Promise(() => {}), store)
    const key = before.outbox.add(text('leaving'))
    await vi.advanceTimersByTimeAsync(1000)
    before.outbox.leave()
    expect(before.left).toMatchObject([{ drafts: [{ type: 'text', body: 'leaving', clientKey: key }] }])
    const after = start(async (draft) => rowFor(draft), store)
    expect(after.outbox.items(conversationId)).toMatchObject([{ clientKey: key, state: 'offline' }])
    after.outbox.runAll()
    await vi.advanceTimersByTimeAsync(4000)
    expect(after.sent).toMatchObject([{ clientKey: key }])
  })

  it('hands over what waits together when the page is left, in its order, each conversation by itself', () => {
    const { outbox, left } = start(() => new Promise(() => {}))
    const other = '018f0000-0000-7000-8000-000000000002'
    outbox.add(text('one'))
    outbox.add({ ...text('elsewhere'), conversationId: other })
    outbox.add({ conversationId, text: 'two', draft: { type: 'note', body: 'two', mentions: [] } })
    outbox.add(text('three'))
    outbox.leave()
    const bodies = left.map(({ drafts }) => drafts.map((draft) => ('body' in draft ? draft.body : '')))
    expect(left.map((call) => call.conversationId)).toEqual([conversationId, other])
    expect(bodies).toEqual([['one', 'two', 'three'], ['elsewhere']])
  })

  it('sends words by themselves, before a file that turns out to take none', async () => {
    const drafts: AnyDraft[] = []
    const { outbox, sent } = start(async (draft) => {
      drafts.push(draft)
      return rowFor(draft)
    })
    const file = new File(['x'], 'sound.ogg')
    const draft = { type: 'media', fileId: '', caption: 'listen', replyToId: 'quoted' } as const
    outbox.add({ conversationId, text: 'listen', file, draft, afterwards: 'resolve' })
    outbox.add(text('after'))
    await vi.runAllTimersAsync()
    expect(drafts).toMatchObject([
      { type: 'text', body: 'listen', replyToId: 'quoted' },
      { type: 'media', fileId: 'file', caption: '' },
      { type: 'text', body: 'after' },
    ])
    expect(new Set(drafts.map(({ clientKey }) => clientKey)).size).toBe(3)
    expect(sent).toHaveLength(3)
  })

  it('says that a file would be lost while it is not stored, also that of a note', async () => {
    const drafts: AnyDraft[] = []
    const { outbox } = start(async (draft) => {
      drafts.push(draft)
      return rowFor(draft)
    })
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    outbox.add({ conversationId, text: '', file, draft: { type: 'media', fileId: '', caption: '' } })
    expect(outbox.hasFiles()).toBe(true)
    outbox.add({ conversationId, text: 'see', file, draft: { type: 'note', body: 'see', mentions: [] } })
    await vi.runAllTimersAsync()
    expect(outbox.hasFiles()).toBe(false)
    expect(drafts).toMatchObject([
      { type: 'media', fileId: 'file' },
      { type: 'note', fileId: 'file' },
    ])
  })
})
