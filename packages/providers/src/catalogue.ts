import type { ChannelType } from '@recado/contracts/notifications/domain'
import { catalogue as chatDiscord } from './chat/discord/catalogue.ts'
import { catalogue as chatGetstream } from './chat/getstream/catalogue.ts'
import { catalogue as chatGrafanaOnCall } from './chat/grafana-on-call/catalogue.ts'
import { catalogue as chatMattermost } from './chat/mattermost/catalogue.ts'
import { catalogue as chatMsteams } from './chat/msteams/catalogue.ts'
import { catalogue as chatRocketChat } from './chat/rocket-chat/catalogue.ts'
import { catalogue as chatRyver } from './chat/ryver/catalogue.ts'
import { catalogue as chatSlack } from './chat/slack/catalogue.ts'
import { catalogue as chatWhatsappBusiness } from './chat/whatsapp-business/catalogue.ts'
import { catalogue as chatZulip } from './chat/zulip/catalogue.ts'
import { catalogue as emailBraze } from './email/braze/catalogue.ts'
import { catalogue as emailClickatell } from './email/clickatell/catalogue.ts'
import { catalogue as emailEmailWebhook } from './email/email-webhook/catalogue.ts'
import { catalogue as emailEmailjs } from './email/emailjs/catalogue.ts'
import { catalogue as emailInfobipEmail } from './email/infobip-email/catalogue.ts'
import { catalogue as emailMailersend } from './email/mailersend/catalogue.ts'
import { catalogue as emailMailgun } from './email/mailgun/catalogue.ts'
import { catalogue as emailMailjet } from './email/mailjet/catalogue.ts'
import { catalogue as emailMailtrap } from './email/mailtrap/catalogue.ts'
import { catalogue as emailMandrill } from './email/mandrill/catalogue.ts'
import { catalogue as emailNetcore } from './email/netcore/catalogue.ts'
import { catalogue as emailNodemailer } from './email/nodemailer/catalogue.ts'
import { catalogue as emailNovuEmail } from './email/novu-email/catalogue.ts'
import { catalogue as emailOutlook365 } from './email/outlook365/catalogue.ts'
import { catalogue as emailPlunk } from './email/plunk/catalogue.ts'
import { catalogue as emailPostmark } from './email/postmark/catalogue.ts'
import { catalogue as emailResend } from './email/resend/catalogue.ts'
import { catalogue as emailSendgrid } from './email/sendgrid/catalogue.ts'
import { catalogue as emailSendinblue } from './email/sendinblue/catalogue.ts'
import { catalogue as emailSes } from './email/ses/catalogue.ts'
import { catalogue as emailSparkpost } from './email/sparkpost/catalogue.ts'
import type { ProviderCatalogue } from './fields.ts'
import { catalogue as inAppNovu } from './in-app/novu/catalogue.ts'
import { catalogue as pushApns } from './push/apns/catalogue.ts'
import { catalogue as pushExpo } from './push/expo/catalogue.ts'
import { catalogue as pushFcm } from './push/fcm/catalogue.ts'
import { catalogue as pushOneSignal } from './push/one-signal/catalogue.ts'
import { catalogue as pushPushWebhook } from './push/push-webhook/catalogue.ts'
import { catalogue as pushPusherBeams } from './push/pusher-beams/catalogue.ts'
import { catalogue as pushPushpad } from './push/pushpad/catalogue.ts'
import { catalogue as smsAfricasTalking } from './sms/africas-talking/catalogue.ts'
import { catalogue as smsAzureSms } from './sms/azure-sms/catalogue.ts'
import { catalogue as smsBandwidth } from './sms/bandwidth/catalogue.ts'
import { catalogue as smsBrevoSms } from './sms/brevo-sms/catalogue.ts'
import { catalogue as smsBulkSms } from './sms/bulk-sms/catalogue.ts'
import { catalogue as smsBurstSms } from './sms/burst-sms/catalogue.ts'
import { catalogue as smsClickatell } from './sms/clickatell/catalogue.ts'
import { catalogue as smsClicksend } from './sms/clicksend/catalogue.ts'
import { catalogue as smsEazySms } from './sms/eazy-sms/catalogue.ts'
import { catalogue as smsFiretext } from './sms/firetext/catalogue.ts'
import { catalogue as smsFortySixElks } from './sms/forty-six-elks/catalogue.ts'
import { catalogue as smsGenericSms } from './sms/generic-sms/catalogue.ts'
import { catalogue as smsGupshup } from './sms/gupshup/catalogue.ts'
import { catalogue as smsInfobipSms } from './sms/infobip-sms/catalogue.ts'
import { catalogue as smsIsendSms } from './sms/isend-sms/catalogue.ts'
import { catalogue as smsKannel } from './sms/kannel/catalogue.ts'
import { catalogue as smsMaqsam } from './sms/maqsam/catalogue.ts'
import { catalogue as smsMessagebird } from './sms/messagebird/catalogue.ts'
import { catalogue as smsNexmo } from './sms/nexmo/catalogue.ts'
import { catalogue as smsNovuSms } from './sms/novu-sms/catalogue.ts'
import { catalogue as smsPlivo } from './sms/plivo/catalogue.ts'
import { catalogue as smsRingCentral } from './sms/ring-central/catalogue.ts'
import { catalogue as smsSendchamp } from './sms/sendchamp/catalogue.ts'
import { catalogue as smsSimpletexting } from './sms/simpletexting/catalogue.ts'
import { catalogue as smsSmsCentral } from './sms/sms-central/catalogue.ts'
import { catalogue as smsSms77 } from './sms/sms77/catalogue.ts'
import { catalogue as smsSns } from './sms/sns/catalogue.ts'
import { catalogue as smsTelnyx } from './sms/telnyx/catalogue.ts'
import { catalogue as smsTermii } from './sms/termii/catalogue.ts'
import { catalogue as smsTwilio } from './sms/twilio/catalogue.ts'

/** Every provider there is, in the order in which they are offered. */
export const catalogue: readonly ProviderCatalogue[] = [
  emailNovuEmail,
  emailMailgun,
  emailMailjet,
  emailMailtrap,
  emailMandrill,
  emailPostmark,
  emailSendgrid,
  emailSendinblue,
  emailSes,
  emailNetcore,
  emailNodemailer,
  emailEmailjs,
  emailMailersend,
  emailOutlook365,
  emailInfobipEmail,
  emailBraze,
  emailResend,
  emailPlunk,
  emailSparkpost,
  emailEmailWebhook,
  emailClickatell,
  smsNovuSms,
  smsNexmo,
  smsPlivo,
  smsSms77,
  smsSns,
  smsTelnyx,
  smsMessagebird,
  smsTwilio,
  smsGupshup,
  smsFiretext,
  smsInfobipSms,
  smsBurstSms,
  smsBulkSms,
  smsIsendSms,
  smsClickatell,
  smsFortySixElks,
  smsKannel,
  smsMaqsam,
  smsSmsCentral,
  smsTermii,
  smsAfricasTalking,
  smsSendchamp,
  smsGenericSms,
  smsClicksend,
  smsSimpletexting,
  smsBandwidth,
  smsAzureSms,
  smsRingCentral,
  smsBrevoSms,
  smsEazySms,
  chatSlack,
  chatDiscord,
  chatGrafanaOnCall,
  chatMsteams,
  chatMattermost,
  chatRyver,
  chatZulip,
  chatGetstream,
  chatRocketChat,
  chatWhatsappBusiness,
  pushOneSignal,
  pushPushpad,
  pushFcm,
  pushExpo,
  pushApns,
  pushPushWebhook,
  pushPusherBeams,
  inAppNovu,
]

const byKey = new Map(catalogue.map((entry) => [`${entry.channel}/${entry.id}`, entry]))

/** The facts about a provider; null when there is none of that name on the channel. */
export const findCatalogue = (channel: ChannelType, id: string): ProviderCatalogue | null =>
  byKey.get(`${channel}/${id}`) ?? null
