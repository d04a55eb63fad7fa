import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import type { Part } from '../part.ts'
import { done, never } from '../samples.ts'

const fault = new ApiError('', { code: 'internal', status: 500, traceId: '0192f0c1d2e3' })

export const part: Part = {
  name: 'RetryState',
  group: 'Feedback',
  use: 'Where something could not be loaded: why, in words, and a button that tries again.',
  states: {
    usual: () => <RetryState error={fault} onRetry={done} />,
    trying: () => <RetryState error={fault} onRetry={never} />,
    'without retry': () => <RetryState error={fault} />,
    compact: () => <RetryState compact error={fault} onRetry={done} />,
  },
}
