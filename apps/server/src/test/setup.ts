import { afterEach, beforeEach, expect } from 'vitest'
import { faults } from './faults.ts'

// Runs before each test file, in a process that others ran in before.

beforeEach(() => {
  faults.length = 0
})

afterEach(() => {
  expect(faults).toEqual([])
})
