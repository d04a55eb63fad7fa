import { defineModule } from '#server/define-module.ts'
import { carryBlockJob } from './jobs.ts'
import { blockListeners, carryOfRecorded } from './listeners.ts'

export const blocksModule = defineModule({
  name: 'inbox/blocks',
  jobs: [carryBlockJob],
  listeners: blockListeners,
  recordedHandlers: [carryOfRecorded],
})
