import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPeak } from './peak.ts'

it('knows the highest of a moment ago, and forgets it', async () => {
  const peak = createPeak(30)
  peak.note(7)
  peak.note(2)
  expect(peak.now(3)).toBe(7)
  await sleep(100)
  expect(peak.now(3)).toBe(3)
})
