import { defineModule } from '#server/define-module.ts'
import { sendMailJob } from './jobs.ts'

export const mailModule = defineModule({
  jobs: [sendMailJob],
})
