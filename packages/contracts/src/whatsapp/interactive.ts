import { z } from 'zod'
import { filledText } from '../shared.ts'

/** What WhatsApp takes of interactive messages (Cloud API, messages/interactive), in characters and numbers of parts. */
export const interactiveLimits = {
  header: 60,
  footer: 60,
  body: 1024,
  listBody: 4096,
  buttons: 3,
  buttonTitle: 20,
  buttonId: 256,
  sections: 10,
  rows: 10,
  sectionTitle: 24,
  rowTitle: 24,
  rowDescription: 72,
  rowId: 200,
  label: 20,
  url: 2000,
} as const

const limits = interactiveLimits
const optional = (max: number) => z.string().trim().max(max).default('')
/** In place of a text header: a stored picture, video or document, by its id. */
const headerFileId = z.uuid().optional()
const frame = { header: optional(limits.header), footer: optional(limits.footer) }

const replyButton = z.object({ id: filledText(limits.buttonId), title: filledText(limits.buttonTitle) })
const listRow = z.object({
  id: filledText(limits.rowId),
  title: filledText(limits.rowTitle),
  description: optional(limits.rowDescription),
})
const listSection = z.object({ title: optional(limits.sectionTitle), rows: z.array(listRow).min(1).max(10) })

type Report = (path: (string | number)[], code: string) => void

const reportTwins = (
  items: readonly { value: string; path: (string | number)[] }[],
  report: Report,
  code = 'duplicate',
): void => {
  const seen = new Set<string>()
  for (const { value, path } of items) {
    if (seen.has(value)) report(path, code)
    seen.add(value)
  }
}

const reporting =
  (issues: {
    addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string; params: object }) => void
  }) =>
  (path: (string | number)[], code: string): void =>
    issues.addIssue({ code: 'custom', path, message: code, params: { code } })

const reportTwoHeaders = (
  { header, headerFileId: fileId }: { header: string; headerFileId?: string | undefined },
  report: Report,
): void => {
  if (header !== '' && fileId) report(['headerFileId'], 'one_header')
}

const buttonsMessage = z
  .object({
    kind: z.literal('buttons'),
    ...frame,
    headerFileId,
    body: filledText(limits.body),
    buttons: z.array(replyButton).min(1).max(limits.buttons),
  })
  .superRefine(({ buttons, ...message }, context) => {
    const report = reporting(context)
    reportTwoHeaders(message, report)
    reportTwins(
      buttons.map(({ title }, index) => ({ value: title, path: ['buttons', index, 'title'] })),
      report,
    )
    reportTwins(
      buttons.map(({ id }, index) => ({ value: id, path: ['buttons', index, 'id'] })),
      report,
    )
  })

const listMessage = z
  .object({
    kind: z.literal('list'),
    ...frame,
    body: filledText(limits.listBody),
    button: filledText(limits.label),
    sections: z.array(listSection).min(1).max(limits.sections),
  })
  .superRefine(({ sections }, context) => {
    const report = reporting(context)
    sections.forEach(({ title }, index) => {
      if (sections.length > 1 && title === '') report(['sections', index, 'title'], 'required')
    })
    const rows = sections.flatMap((section, index) =>
      section.rows.map(({ id }, row) => ({ value: id, path: ['sections', index, 'rows', row, 'id'] })),
    )
    if (rows.length > limits.rows) report(['sections'], 'too_big')
    reportTwins(rows, report)
  })

const linkMessage = z
  .object({
    kind: z.literal('link'),
    ...frame,
    headerFileId,
    body: filledText(limits.body),
    label: filledText(limits.label),
    url: z.url({ protocol: /^https?$/ }).max(limits.url),
  })
  .superRefine((message, context) => reportTwoHeaders(message, reporting(context)))

const locationRequest = z.object({ kind: z.literal('location_request'), body: filledText(limits.body) })

/**
 * A message with something to tap: reply buttons, a list, a link, or a request for the place where the customer is. The
 * only place that knows its limits: the composer's form and the API check with it. Titles and ids are unique; a list
 * has ten rows in all, and titled sections when there are several.
 */
export const interactiveMessage = z.discriminatedUnion('kind', [
  buttonsMessage,
  listMessage,
  linkMessage,
  locationRequest,
])
export type InteractiveMessage = z.output<typeof interactiveMessage>
export type InteractiveKind = InteractiveMessage['kind']

const actionOf = (message: InteractiveMessage): Record<string, unknown> => {
  switch (message.kind) {
    case 'buttons':
      return { buttons: message.buttons.map((reply) => ({ type: 'reply', reply })) }
    case 'list':
      return {
        button: message.button,
        sections: message.sections.map(({ title, rows }) => ({
          ...(title && { title }),
          rows: rows.map(({ description, ...row }) => ({ ...row, ...(description && { description }) })),
        })),
      }
    case 'link':
      return { name: 'cta_url', parameters: { display_text: message.label, url: message.url } }
    case 'location_request':
      return { name: 'send_location' }
  }
}

const graphTypes = {
  buttons: 'button',
  list: 'list',
  link: 'cta_url',
  location_request: 'location_request_message',
} as const satisfies Record<InteractiveKind, string>

/** A file in the header, by Meta's id or by one that is replaced with it before it is sent. */
export type HeaderMedia = { kind: 'image' | 'video' | 'document'; id: string; filename: string }

const headerOf = (message: InteractiveMessage, media: HeaderMedia | null): Record<string, unknown> | null => {
  if (media) {
    const file = { id: media.id, ...(media.kind === 'document' && { filename: media.filename }) }
    return { type: media.kind, [media.kind]: file }
  }
  return 'header' in message && message.header ? { type: 'text', text: message.header } : null
}

const withHeader = (header: Record<string, unknown> | null) => (header ? { header } : {})

/** The `interactive` object of a send, as the Graph API wants it; `media` is the file of its header. */
export const interactiveObject = (
  message: InteractiveMessage,
  media: HeaderMedia | null = null,
): Record<string, unknown> => ({
  type: graphTypes[message.kind],
  ...withHeader(headerOf(message, media)),
  body: { text: message.body },
  ...('footer' in message && message.footer && { footer: { text: message.footer } }),
  action: actionOf(message),
})
