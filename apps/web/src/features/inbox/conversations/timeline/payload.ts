import type { Message } from '@recado/contracts/inbox/messages'

type Loose = Record<string, unknown>

/** Readers over what came from outside: a missing or odd value is null, never an exception. */
export const asObject = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null
export const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
export const asNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
export const asList = (value: unknown): Loose[] =>
  Array.isArray(value) ? value.map(asObject).filter((item) => item !== null) : []

/** Only addresses that are safe to open. */
export const webAddress = (value: unknown): string | null => {
  const text = asText(value)
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

export type Place = { latitude: number; longitude: number; name: string | null; address: string | null }

export const locationOf = (payload: Loose): Place | null => {
  const source = asObject(payload.location) ?? payload
  const latitude = asNumber(source.latitude)
  const longitude = asNumber(source.longitude)
  if (latitude === null || longitude === null) return null
  return { latitude, longitude, name: asText(source.name), address: asText(source.address) }
}

export type SharedContact = {
  name: string
  organisation: string | null
  phones: { phone: string; type: string | null }[]
  emails: string[]
}

export const contactsOf = (payload: Loose): SharedContact[] =>
  asList(payload.contacts).map((contact) => {
    const name = asObject(contact.name)
    const phones = asList(contact.phones).flatMap((entry) => {
      const phone = asText(entry.phone) ?? asText(entry.wa_id)
      return phone ? [{ phone, type: asText(entry.type) }] : []
    })
    const emails = asList(contact.emails).flatMap((entry) => asText(entry.email) ?? [])
    const full = asText(name?.formatted_name) ?? asText(name?.first_name)
    const organisation = asText(asObject(contact.org)?.company)
    return { name: full ?? phones[0]?.phone ?? emails[0] ?? '', organisation, phones, emails }
  })

export type OrderItem = { product: string; quantity: number; price: number | null; currency: string | null }

/** An order's items, and what the customer wrote with it. */
export const orderOf = ({ payload, body }: Message): { text: string | null; items: OrderItem[] } => {
  const source = asObject(payload.order) ?? payload
  const items = asList(source.items ?? source.product_items).map((item) => ({
    product: asText(item.productId) ?? asText(item.product_retailer_id) ?? '?',
    quantity: asNumber(item.quantity) ?? 1,
    price: asNumber(item.price ?? item.item_price),
    currency: asText(item.currency),
  }))
  return { text: body ?? asText(source.text), items }
}

export type Referral = { headline: string | null; body: string | null; url: string | null; image: string | null }

export const referralOf = (payload: Loose): Referral | null => {
  const source = asObject(payload.referral)
  if (!source) return null
  const url = webAddress(source.sourceUrl ?? source.source_url)
  const image = webAddress(source.imageUrl ?? source.image_url ?? source.thumbnailUrl ?? source.thumbnail_url)
  const headline = asText(source.headline)
  const body = asText(source.body)
  return headline || body || url ? { headline, body, url, image } : null
}

export type Choice = { title: string; description: string | null; kind: string | null; answers: [string, string][] }

const answersOf = (value: unknown): [string, string][] =>
  Object.entries(asObject(value) ?? {}).flatMap(([name, answer]): [string, string][] => {
    if (name === 'flow_token') return []
    const text = typeof answer === 'object' ? JSON.stringify(answer) : String(answer)
    return [[name.replaceAll('_', ' '), text]]
  })

/** What a customer chose from buttons, a list or a form. */
export const choiceOf = ({ payload, body }: Message): Choice => {
  const source = asObject(payload.interactive) ?? asObject(payload.button) ?? payload
  const title = body ?? asText(source.title) ?? asText(source.text) ?? ''
  return {
    title,
    description: asText(source.description),
    kind: asText(source.kind),
    answers: answersOf(source.response),
  }
}

/** Whether a message was passed on, and whether many times. */
export const forwardedOf = (payload: Loose): 'once' | 'often' | null =>
  payload.forwarded === 'often' ? 'often' : payload.forwarded ? 'once' : null

/** What WhatsApp says that it could not hand over, e.g. `poll`. */
export const unsupportedKind = (payload: Loose): string | null => asText(asObject(payload.unsupported)?.type)

/** The kind of a notice by WhatsApp or of an event in the conversation. */
export const noticeKind = (payload: Loose): string | null =>
  asText(asObject(payload.system)?.kind) ?? asText(asObject(payload.event)?.kind) ?? asText(payload.kind)
