import { expect, it } from 'vitest'
import { classifyGraphError, graphErrorRules, graphErrorTextKey, isKnownGraphError } from './graph-errors.ts'

it('decides by the code, whatever the HTTP status', () => {
  expect(classifyGraphError(190, { httpStatus: 500 })).toMatchObject({ policy: 'stop', errorClass: 'auth' })
  expect(classifyGraphError(131047)).toMatchObject({ policy: 'never', errorClass: 'window' })
  expect(classifyGraphError(132000)).toMatchObject({ policy: 'never', errorClass: 'template' })
  expect(classifyGraphError(131042)).toMatchObject({ policy: 'stop', errorClass: 'billing', scope: 'company' })
  expect(classifyGraphError(237)).toMatchObject({ policy: 'stop', errorClass: 'auth' })
})

it('slows only the one recipient by powers of four', () => {
  expect(classifyGraphError(131056)).toMatchObject({
    scope: 'pair',
    retry: { backoffSeconds: [4, 16, 64, 256, 1024], costsAttempt: false },
  })
})

it('retries what passes and gives up what does not, for unknown codes too', () => {
  expect(classifyGraphError(2).retry?.backoffSeconds).toEqual([5, 30, 120, 600, 1800])
  expect(classifyGraphError(999_999, { isTransient: true })).toMatchObject({ policy: 'retry', errorClass: 'unknown' })
  expect(classifyGraphError(999_999)).toMatchObject({ policy: 'never', errorClass: 'unknown', retry: null })
  expect(classifyGraphError(null, { httpStatus: 503 })).toMatchObject({ policy: 'retry', errorClass: 'transient' })
  expect(classifyGraphError(null, { httpStatus: 429 })).toMatchObject({ policy: 'retry', errorClass: 'rate' })
  expect(isKnownGraphError(999_999)).toBe(false)
})

it('has a retry for every policy that repeats', () => {
  for (const [code, rule] of Object.entries(graphErrorRules)) {
    if (rule.policy === 'retry') expect(rule.retry, code).not.toBeNull()
    if (rule.policy === 'never' || rule.policy === 'stop') expect(rule.retry, code).toBeNull()
  }
})

it('finds the texts of ranges and of unknown codes', () => {
  expect(graphErrorTextKey(237)).toBe('200')
  expect(graphErrorTextKey(131_026)).toBe('131026')
  expect(graphErrorTextKey(424_242)).toBe('unknown')
  expect(graphErrorTextKey(null)).toBe('unknown')
})
