import { expect, test, vi } from 'vitest'
import { afterPress } from './after-press.ts'

const press = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }))

test('what moves the page waits for the click of a press that is going on', async () => {
  const done: string[] = []
  document.body.addEventListener('click', () => done.push('click'), { once: true })
  press('pointerdown')
  afterPress(() => done.push('moved'))
  expect(done).toEqual([])
  press('pointerup')
  press('click')
  await vi.waitFor(() => expect(done).toEqual(['click', 'moved']))
})

test('without a press it is done at once', () => {
  const task = vi.fn()
  afterPress(task)
  expect(task).toHaveBeenCalledTimes(1)
})
