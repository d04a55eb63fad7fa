import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { tellSummary } from './test-summary.ts'

const messagesOf = (test: TestCase) =>
  test.results.flatMap((result) => result.errors.map((error) => error.stack ?? error.message ?? ''))

/** Tells the summary of the run which journeys failed, and which passed only on their second try. */
export default class PlaywrightSummary implements Reporter {
  #all: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite) {
    this.#all = suite
  }

  onError(error: TestError) {
    tellSummary('FAILED', 'outside any journey', [error.message ?? ''])
  }

  onEnd() {
    for (const test of this.#all?.allTests() ?? []) {
      const name = test.titlePath().filter(Boolean).join(' › ')
      if (test.outcome() === 'unexpected') tellSummary('FAILED', name, messagesOf(test))
      else if (test.outcome() === 'flaky') tellSummary('second try', name, messagesOf(test))
    }
  }
}
