import { expect, it } from 'vitest'
import { type BusEvents, createBus } from './bus.ts'
import { emitChange } from './emit-change.ts'

const listen = async () => {
  const bus = await createBus()
  const sent: BusEvents['changes'][] = []
  bus.subscribe('changes', (change) => sent.push(change))
  return { bus, sent }
}

it('tells a company, or people by name wherever they work', async () => {
  const { bus, sent } = await listen()
  emitChange({ bus }, 'message.created', { companyId: 'c', conversationIds: ['v'], ids: ['m'] })
  emitChange({ bus }, 'session.changed', { userIds: ['a', 'b'] })
  emitChange({ bus }, 'conversation.updated', { userIds: ['a'], companyId: 'c', conversationIds: ['v'] })
  emitChange({ bus }, 'conversation.updated', { userIds: [], companyId: 'c' })
  expect(sent).toEqual([
    { rooms: ['company:c'], change: { event: 'message.created', companyId: 'c', conversationIds: ['v'], ids: ['m'] } },
    { rooms: ['user:a', 'user:b'], change: { event: 'session.changed' } },
    { rooms: ['user:a'], change: { event: 'conversation.updated', companyId: 'c', conversationIds: ['v'] } },
  ])
})

it('waits for the commit of the transaction it is called in', async () => {
  const { bus, sent } = await listen()
  const effects: (() => void)[] = []
  emitChange({ deps: { bus }, afterCommit: (effect) => void effects.push(effect) }, 'task.updated', { userIds: ['a'] })
  expect(sent).toEqual([])
  for (const effect of effects) effect()
  expect(sent).toEqual([{ rooms: ['user:a'], change: { event: 'task.updated' } }])
})
