import { type Listener, on } from '#server/events.ts'
import { pauseAll } from './actions/pause-all.ts'

export const runListeners: readonly Listener[] = [
  on('company.access_changed', {
    name: 'automation_runs.access_changed',
    queue: 'standard',
    retrySeconds: [2, 30, 300],
    run: async ({ deps }, payloads) => {
      for (const { companyId, lost } of payloads) if (lost.includes('automations')) await pauseAll(deps, companyId)
    },
  }),
]
