import { discord } from './chat/discord/send.ts'
import { grafanaOnCall } from './chat/grafana-on-call/send.ts'
import { mattermost } from './chat/mattermost/send.ts'
import { msteams } from './chat/msteams/send.ts'
import { ryver } from './chat/ryver/send.ts'
import { slack } from './chat/slack/send.ts'
import { whatsappBusiness } from './chat/whatsapp-business/send.ts'
import { zulip } from './chat/zulip/send.ts'
import { emailWebhook } from './email/email-webhook/send.ts'
import { nodemailer } from './email/nodemailer/send.ts'
import { novuEmail } from './email/novu-email/send.ts'
import type { Adapter, ChatMessage, EmailMessage, PushMessage, SmsMessage } from './provider.ts'
import { pushWebhook } from './push/push-webhook/send.ts'
import { genericSms } from './sms/generic-sms/send.ts'

type ById<M> = Readonly<Record<string, Adapter<M>>>

/** The adapters that exist, by channel and id. */
export const adapters: {
  email: ById<EmailMessage>
  sms: ById<SmsMessage>
  chat: ById<ChatMessage>
  push: ById<PushMessage>
  in_app: ById<never>
} = {
  email: { nodemailer, 'email-webhook': emailWebhook, 'novu-email': novuEmail },
  sms: { 'generic-sms': genericSms },
  chat: {
    slack,
    discord,
    'grafana-on-call': grafanaOnCall,
    msteams,
    mattermost,
    ryver,
    zulip,
    'whatsapp-business': whatsappBusiness,
  },
  push: { 'push-webhook': pushWebhook },
  in_app: {},
}
