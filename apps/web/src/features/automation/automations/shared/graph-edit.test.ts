import { newNode } from '@recado/contracts/automation/automation-catalogue'
import {
  type AutomationGraph,
  emptyGraph,
  followingNode,
  type NodeKind,
} from '@recado/contracts/automation/automation-graph'
import { expect, test } from 'vitest'
import { insertStep, leadTo, removeStep, replaceStep, targetsOf } from './graph-edit.ts'

const chain = (...kinds: NodeKind[]): AutomationGraph =>
  kinds.reduce<AutomationGraph>((graph, kind, index) => {
    const from = index === 0 ? 'trigger' : `${kinds[index - 1]}-${index - 1}`
    return insertStep(graph, { from, way: 'next' }, newNode(kind, `${kind}-${index}`))
  }, emptyGraph)

test('a step that is put in between keeps what followed, on its first way', () => {
  const graph = insertStep(chain('send_text', 'note'), { from: 'send_text-0', way: 'next' }, newNode('branch', 'b'))
  expect(followingNode(graph, 'send_text-0', 'next')).toBe('b')
  expect(followingNode(graph, 'b', 'yes')).toBe('note-1')
  const looped = insertStep(graph, { from: 'b', way: 'yes' }, newNode('loop', 'l'))
  expect(followingNode(looped, 'l', 'done')).toBe('note-1')
  expect(followingNode(looped, 'l', 'each')).toBeNull()
})

test('a step that is taken out closes the gap, and what only its other ways led to goes with it', () => {
  let graph = insertStep(chain('send_text', 'note'), { from: 'send_text-0', way: 'next' }, newNode('branch', 'b'))
  graph = insertStep(graph, { from: 'b', way: 'no' }, newNode('resolve', 'r'))
  const without = removeStep(graph, 'b')
  expect(followingNode(without, 'send_text-0', 'next')).toBe('note-1')
  expect(without.nodes.map(({ id }) => id)).toEqual(['send_text-0', 'note-1'])
})

test('both ways of a branch can go on at the same step, but none leads back', () => {
  let graph = insertStep(chain('branch', 'note'), { from: 'branch-0', way: 'no' }, newNode('tag', 't'))
  expect(targetsOf(graph, 't').map(({ id }) => id)).toEqual(['note-1'])
  graph = leadTo(graph, { from: 't', way: 'next' }, 'note-1')
  expect(followingNode(graph, 't', 'next')).toBe('note-1')
  expect(targetsOf(graph, 'note-1')).toEqual([])
  const shorter = removeStep(graph, 't')
  expect(followingNode(shorter, 'branch-0', 'no')).toBe('note-1')
})

test('a way that a step loses goes, and nothing hangs in the air', () => {
  let graph = chain('send_text')
  graph = replaceStep(graph, { ...newNode('send_text', 'send_text-0'), onError: 'branch' })
  graph = insertStep(graph, { from: 'send_text-0', way: 'error' }, newNode('notify', 'n'))
  graph = replaceStep(graph, { ...newNode('send_text', 'send_text-0'), onError: 'stop' })
  expect(graph.nodes.map(({ id }) => id)).toEqual(['send_text-0'])
  expect(graph.edges).toEqual([{ from: 'trigger', outlet: 'next', to: 'send_text-0' }])
})
