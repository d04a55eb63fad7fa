import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** What follows a failure, with the options of the mutation after it. */
const handlers = /onError:[\s\S]{0,400}/g
const saysIt = /^onError:[\s\S]{0,160}toast(Error|Info)\(/

test('a mutation that shows its own failure is quiet, so that people read of it once', () => {
  const loud = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => (readFileSync(join(source, path), 'utf8').match(handlers) ?? []).map((code) => ({ path, code })))
    .filter(({ code }) => saysIt.test(code) && !code.includes('quiet: true'))
  expect(loud).toEqual([])
})
