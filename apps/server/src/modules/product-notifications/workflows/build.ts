import type { Locale } from '@recado/contracts'
import type {
  ChannelFlags,
  Condition,
  StepInput,
  StepMetadata,
  StepTemplate,
} from '@recado/contracts/notifications/domain'

/** Tabs of the inbox. */
export const feeds = ['general', 'conversations', 'campaigns', 'billing', 'system'] as const
export type Feed = (typeof feeds)[number]

export type Texts = Record<Locale, string>
type Payload = Record<string, string | number>

/**
 * What the payload of every trigger has besides. A template may name the company when all its facts have one.
 *
 * - `appUrl`: where the product is.
 * - `brand`: what the product is called here, and what stands below its mails.
 * - `company`: where it happened; absent for what concerns a person alone. The inbox shows it and filters by it.
 * - `important`: whether the person should be told on the screen while the inbox is closed.
 */
export type CommonPayload = {
  appUrl: string
  brand: { name: string; footer: Texts }
  company?: { id: string; name: string }
  important?: true
}

/** What the product tells people about one kind of event. `sample` shows what its triggers say, for previews and tests. */
export type ProductWorkflow<P extends Payload = Payload> = {
  /** How people choose whether to hear of it, and under which heading. */
  name: Texts
  group: Texts
  description: Texts
  tags: string[]
  /** Reaches people whatever they prefer. */
  critical?: boolean
  /** Worth a word on the screen while the inbox is closed; critical ones always are. */
  important?: boolean
  /** Channels that are off by default. */
  off?: (keyof ChannelFlags)[]
  /** `feedId` of a step's template is a feed's name here. */
  steps: StepInput[]
  sample: P
}

export const workflow = <const P extends Payload>(
  definition: ProductWorkflow<P>,
): ProductWorkflow<{
  [Key in keyof P]: P[Key] extends number ? number : string
}> => definition as never

const group = (child: Condition, isNegated = false) => ({ value: 'AND' as const, isNegated, children: [child] })

/** Holds while the subscriber is not looking at the product. */
export const whileAway = [group({ on: 'isOnline', value: true }, true)]

/** Holds while the subscriber has not read what the `inApp` step before it put into the inbox. */
export const whileUnread = [group({ on: 'previousStep', step: 'in-app', stepType: 'unread' })]

/** Pages that are the same in every company. */
const personal = /^\/(profile|admin|forgot-password)|^\/companies$/

/** A page as it is to be opened: in the company that it is about. */
const opened = (url: string) =>
  personal.test(url) ? url : `${url}{{#if company}}${url.includes('?') ? '&' : '?'}company={{company.id}}{{/if}}`

const inPortuguese = [group({ on: 'subscriber', field: 'locale', operator: 'LIKE', value: 'pt' })]

type Filters = StepInput['filters']

/** A step that speaks English, with a variant for those who read Portuguese. */
const spoken = (uuid: string, template: (locale: Locale) => StepTemplate, filters: Filters): StepInput => {
  const base = { active: true, shouldStopOnFail: false }
  return {
    ...base,
    uuid,
    filters,
    template: template('en'),
    variants: [{ ...base, uuid: `${uuid}-pt`, name: 'Português', filters: inPortuguese, template: template('pt') }],
  }
}

type Icon = 'warning' | 'info' | 'up' | 'question' | 'success' | 'error'
type InApp = { feed: Feed; icon: Icon; url: string; content: Texts; filters?: Filters }

export const inApp = ({ feed, icon, url, content, filters = [] }: InApp): StepInput =>
  spoken(
    'in-app',
    (locale) => ({
      type: 'in_app',
      content: content[locale],
      feedId: feed,
      actor: { type: 'system_icon', data: icon },
      cta: { type: 'redirect', data: { url: opened(url) }, action: { buttons: [] } },
    }),
    filters,
  )

type Email = { subject: Texts; body: Texts; button: Texts; url: string; filters?: Filters }

const heading = (text: string) => `<h1 style="margin:0;font-size:24px;line-height:32px;color:#212529">${text}</h1>`

/** A mail of a title, paragraphs and one button. `{{appUrl}}` is in every trigger. */
export const email = ({ subject, body, button, url, filters = [] }: Email): StepInput =>
  spoken(
    'email',
    (locale) => ({
      type: 'email',
      subject: subject[locale],
      contentType: 'editor',
      content: [
        { type: 'text', content: heading(subject[locale]) },
        { type: 'text', content: body[locale] },
        { type: 'button', content: button[locale], url: `{{appUrl}}${opened(url)}` },
      ],
    }),
    filters,
  )

type Both = { feed: Feed; icon: Icon; url: string; content: Texts } & Pick<Email, 'subject' | 'body' | 'button'>

/** Tells it in the inbox and by mail, both leading to the same page; `mailed` holds where a mail goes out. */
export const inAppAndEmail = ({
  subject,
  body,
  button,
  mailed,
  ...notice
}: Both & { mailed?: Filters }): StepInput[] => [
  inApp(notice),
  email({ url: notice.url, subject, body, button, ...(mailed ? { filters: mailed } : {}) }),
]

export const digest = (metadata: StepMetadata, filters: Filters = []): StepInput => ({
  uuid: 'digest',
  active: true,
  shouldStopOnFail: false,
  filters,
  metadata,
  template: { type: 'digest', content: '' },
})

export const delay = (metadata: StepMetadata): StepInput => ({
  uuid: 'delay',
  active: true,
  shouldStopOnFail: false,
  filters: [],
  metadata,
  template: { type: 'delay', content: '' },
})
