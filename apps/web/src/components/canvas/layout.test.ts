import { expect, test } from 'vitest'
import { type CanvasStep, type Layout, layOut, neighbourOf } from './layout.ts'

const step = (id: string, ways: Record<string, string | null>, inner?: string): CanvasStep => ({
  id,
  ways: Object.entries(ways).map(([way, to]) => ({
    id: way,
    label: way,
    to,
    ...(way === inner ? { inner: true } : {}),
  })),
})
const boxOf = ({ steps }: Layout, id: string) => {
  const box = steps.find((one) => one.id === id)
  if (!box) throw new Error(`${id} is not drawn`)
  return box
}
const overlaps = (layout: Layout) =>
  layout.steps.flatMap((one, index) =>
    layout.steps
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  )

test('ways stand side by side in their order, and what both lead to stands beneath them', () => {
  const layout = layOut(
    [
      step('start', { next: 'ask' }),
      step('ask', { yes: 'left', no: 'right' }),
      step('left', { next: 'both' }),
      step('right', { next: 'both' }),
      step('both', { next: null }),
    ],
    'start',
  )
  expect(overlaps(layout)).toEqual([])
  expect(boxOf(layout, 'left').x).toBeLessThan(boxOf(layout, 'right').x)
  expect(boxOf(layout, 'left').y).toBe(boxOf(layout, 'right').y)
  expect(boxOf(layout, 'both').y).toBeGreaterThan(boxOf(layout, 'left').y)
  expect(boxOf(layout, 'both').x).toBe(boxOf(layout, 'ask').x)
})

test('the body of a loop has a frame, and what follows the loop stands beneath it', () => {
  const layout = layOut(
    [
      step('start', { next: 'loop' }),
      step('loop', { each: 'body', done: 'after', error: 'failed' }, 'each'),
      step('body', { next: null }),
      step('after', { next: null }),
      step('failed', { next: null }),
    ],
    'start',
  )
  const [frame] = layout.frames
  if (!frame) throw new Error('The loop has no frame')
  const body = boxOf(layout, 'body')
  expect(body.x).toBeGreaterThan(frame.x)
  expect(body.y + body.height).toBeLessThan(frame.y + frame.height)
  expect(boxOf(layout, 'after').y).toBeGreaterThan(frame.y + frame.height)
  expect(overlaps(layout)).toEqual([])
})

test('a way that leads back is drawn as a jump, and steps that nothing leads to stand aside', () => {
  const layout = layOut(
    [step('start', { next: 'a' }), step('a', { next: 'b' }), step('b', { next: 'a' }), step('lost', { next: null })],
    'start',
  )
  expect(layout.ways.find(({ from }) => from === 'b')?.target).toEqual({ to: 'a', jumps: true })
  expect(boxOf(layout, 'lost').x).toBeGreaterThan(boxOf(layout, 'a').x + boxOf(layout, 'a').width)
  expect(overlaps(layout)).toEqual([])
})

test('arrow keys lead to the step that is seen there', () => {
  const layout = layOut(
    [
      step('start', { next: 'ask' }),
      step('ask', { yes: 'left', no: 'right' }),
      step('left', { next: null }),
      step('right', { next: null }),
    ],
    'start',
  )
  expect(neighbourOf(layout, 'start', 'ArrowDown')).toBe('ask')
  expect(neighbourOf(layout, 'left', 'ArrowRight')).toBe('right')
  expect(neighbourOf(layout, 'right', 'ArrowUp')).toBe('ask')
  expect(neighbourOf(layout, 'right', 'ArrowRight')).toBeNull()
})

test('a hundred steps with branches within branches never cover one another', () => {
  const steps = [step('start', { next: 'n1' })]
  for (let index = 1; index < 100; index++)
    steps.push(
      step(`n${index}`, {
        yes: index * 2 < 100 ? `n${index * 2}` : null,
        no: index * 2 + 1 < 100 ? `n${index * 2 + 1}` : 'n1',
      }),
    )
  const layout = layOut(steps, 'start')
  expect(layout.steps).toHaveLength(100)
  expect(overlaps(layout)).toEqual([])
})
