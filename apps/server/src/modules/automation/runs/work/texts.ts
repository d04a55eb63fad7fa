import { fillText } from '@recado/contracts/automation/automation-texts'
import type { CompanyCtx } from '#server/context.ts'
import { dayText, type Reader, spelled } from '#server/lib/spelled.ts'
import { toWallClock } from '#server/lib/zone.ts'
import type { FullContact } from '#server/modules/contacts/contacts/index.ts'

/** What texts of a run are filled in from. */
export type Sources = {
  contact: FullContact | null
  event: Record<string, unknown>
  variables: Record<string, unknown>
}

const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What lies at a dotted path within a value. */
const within = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (one, key) =>
      typeof one === 'object' && one !== null && Object.hasOwn(one, key)
        ? (one as Record<string, unknown>)[key]
        : undefined,
    value,
  )

const ofContact = (contact: FullContact | null, key: string): unknown => {
  if (!contact) return undefined
  const name = contact.name ?? contact.profileName
  if (key.startsWith('attributes.')) return contact.attributes[key.slice('attributes.'.length)]
  const values: Record<string, unknown> = {
    name,
    first_name: name?.trim().split(/\s+/)[0],
    phone: contact.phone ? `+${contact.phone.replace(/^\+/, '')}` : undefined,
    email: contact.email,
    city: contact.address?.city,
    organization: contact.organization,
    birthday: contact.birthday,
  }
  return values[key]
}

/** What a name of texts stands for in a run; undefined for what is not there. */
export const valueAt = (ctx: CompanyCtx, { contact, event, variables }: Sources, name: string): unknown => {
  const [space = '', ...keys] = name.split('.')
  if (space === 'contact') return ofContact(contact, keys.join('.'))
  if (space === 'event') return within(event, keys)
  if (space === 'vars') return within(variables, keys)
  if (name === 'company.name') return ctx.company.name
  return name === 'today' ? toWallClock(ctx.now(), ctx.company.timezone).toISOString().slice(0, 10) : undefined
}

/** Fills in texts of a run. */
export const fillerOf =
  (ctx: CompanyCtx, sources: Sources) =>
  (text: string, write?: (value: string) => string): string =>
    fillText(text, (name) => textOf(valueAt(ctx, sources, name)), write)

const spelledIn = (ctx: CompanyCtx, sources: Sources, name: string, reader: Reader): string | undefined => {
  const value = valueAt(ctx, sources, name)
  if (name === 'today') return dayText(String(value), reader)
  const field = name.startsWith('event.') ? spelled(sources.event, name.slice('event.'.length), reader) : undefined
  return field ?? textOf(value)
}

/** Fills in texts of a run that people read: amounts as money, days in the order that they are used to. */
export const peopleFillerOf =
  (ctx: CompanyCtx, sources: Sources, reader: Reader) =>
  (text: string): string =>
    fillText(text, (name) => spelledIn(ctx, sources, name, reader))

/** A value within a JSON text. */
export const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)
