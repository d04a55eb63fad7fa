import { defineModule } from '#server/define-module.ts'
import { runsArchive } from './archive.ts'
import { startAutomations } from './engine.ts'
import { automationEventHandlers, noteContactEvents } from './events/product.ts'
import { noteMessages } from './events/recorded.ts'
import { runJobs, runSchedules } from './jobs.ts'
import { runListeners } from './listeners.ts'
import { followTagMerge, moveRuns } from './queries/merge.ts'
import { eraseRuns } from './queries/retention.ts'
import { runRoutes } from './routes.ts'

export const automationRunsModule = defineModule({
  name: 'automation/runs',
  routes: runRoutes,
  jobs: runJobs,
  schedules: runSchedules,
  listeners: runListeners,
  eventHandlers: automationEventHandlers,
  contactEventHandlers: [noteContactEvents],
  recordedHandlers: [noteMessages],
  worker: startAutomations,
  archive: runsArchive,
  settingRemovedHandlers: [followTagMerge],
  mergeHandlers: [{ name: 'automation-runs', move: moveRuns }],
  eraseHandlers: [eraseRuns],
})
