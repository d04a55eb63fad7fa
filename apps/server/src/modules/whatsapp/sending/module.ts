import { defineModule } from '#server/define-module.ts'
import { startSender } from './sender/sender.ts'

export const sendingModule = defineModule({ name: 'whatsapp/sending', worker: startSender })
