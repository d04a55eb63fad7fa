import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { slowestFiles } from './slowest-files.ts'
import { tellSummary } from './test-summary.ts'

const messagesOf = (test: TestCase) =>
  test.results.flatMap((result) => result.errors.map((error) => error.stack ?? error.message ?? ''))

const timesOf = (tests: readonly TestCase[]) => {
  const times = new Map<string, number>()
  for (const { location, results } of tests) {
    const name = relative(process.cwd(), location.file)
    times.set(
      name,
      results.reduce((sum, { duration }) => sum + duration, times.get(name) ?? 0),
    )
  }
  return [...times].map(([name, milliseconds]) => ({ name, milliseconds }))
}

/**
 * Tells the summary of the run which journeys failed, and which passed only on their second try; shows at its end which
 * files were slowest.
 */
export default class PlaywrightSummary implements Reporter {
  #all: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite) {
    this.#all = suite
  }

  onError(error: TestError) {
    tellSummary('FAILED', 'outside any journey', [error.message ?? ''])
  }

  onEnd() {
    const tests = this.#all?.allTests() ?? []
    for (const test of tests) {
      const name = test.titlePath().filter(Boolean).join(' › ')
      if (test.outcome() === 'unexpected') tellSummary('FAILED', name, messagesOf(test))
      else if (test.outcome() === 'flaky') tellSummary('second try', name, messagesOf(test))
    }
    process.stdout.write(`\n${slowestFiles(timesOf(tests)).join('\n')}\n`)
  }
}
