import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { tellSummary } from './test-summary.ts'

const nameOf = (test: TestCase) => `${test.project.name} ${test.module.relativeModuleId} › ${test.fullName}`

/** Tells the summary of the run which tests failed, and which passed only on their second try. */
export default class VitestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    for (const module of modules) {
      for (const error of module.errors()) tellSummary('FAILED', module.relativeModuleId, [error.message])
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) tellSummary('FAILED', suite.fullName, [error.message])
      }
      for (const test of module.children.allTests()) {
        const result = test.result()
        const messages = (result.errors ?? []).map((error) => error.stack ?? error.message)
        if (result.state === 'failed') tellSummary('FAILED', nameOf(test), messages)
        else if (test.diagnostic()?.flaky) tellSummary('second try', nameOf(test), messages)
      }
    }
    for (const error of errors) tellSummary('FAILED', 'outside any test', [error.stack ?? error.message])
  }
}
