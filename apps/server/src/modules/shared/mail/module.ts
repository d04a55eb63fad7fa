import { defineModule } from '#server/define-module.ts'
import { sendMailJob } from './jobs.ts'

export const mailModule = defineModule({
  name: 'shared/mail',
  jobs: [sendMailJob],
})
