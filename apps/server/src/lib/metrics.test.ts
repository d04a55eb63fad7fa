import { expect, it } from 'vitest'
import { mergeMetrics } from './metrics.ts'

it('names each metric once, with the samples of all processes', () => {
  const of = (role: string) => `# HELP a What a is
# TYPE a counter
a{role="${role}"} 1

# HELP ab What ab is
# TYPE ab gauge
ab{role="${role}"} 2
`
  expect(mergeMetrics([of('web'), of('worker'), ''])).toBe(`# HELP a What a is
# TYPE a counter
a{role="web"} 1
a{role="worker"} 1

# HELP ab What ab is
# TYPE ab gauge
ab{role="web"} 2
ab{role="worker"} 2
`)
})
