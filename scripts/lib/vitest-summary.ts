import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type FileTime, slowestFiles } from './slowest-files.ts'
import { tellSummary } from './test-summary.ts'

const nameOf = (test: TestCase) => `${test.project.name} ${test.module.relativeModuleId} › ${test.fullName}`

/** What a file took; beside its tests, that is reading it and what it does before and after them. */
const timeOf = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic()
  const tests = [...module.children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  const around = (Math.max(0, duration - tests) / 1000).toFixed(1)
  return {
    name: `${module.project.name} ${module.relativeModuleId}`,
    milliseconds: collectDuration + duration,
    notes: `${(collectDuration / 1000).toFixed(1)} to read it, ${around} around its tests`,
  }
}

/**
 * Tells the summary of the run which tests failed, and which passed only on their second try; shows at its end which
 * files were slowest.
 */
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
    process.stdout.write(`\n${slowestFiles(modules.map(timeOf)).join('\n')}\n`)
  }
}
