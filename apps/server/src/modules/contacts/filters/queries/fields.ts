import { stateByAreaCode } from '@recado/contracts/contacts/area-codes'
import {
  type ConsentMedium,
  type ConsentPurpose,
  consentMedia,
  consentPurposes,
} from '@recado/contracts/contacts/consents'
import { type ContactField, messageEvents } from '@recado/contracts/contacts/contact-fields'
import { callingCodes } from '@recado/contracts/shared/calling-codes'
import { formatLike, parseLike } from '@recado/contracts/shared/like-value'
import { normaliseTaxId } from '@recado/contracts/shared/tax-id'
import { phoneDigits, phoneVariants } from '@recado/contracts/whatsapp/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import { hashDocument, verdictOf } from '#server/modules/contacts/contacts/index.ts'
import {
  boolean,
  choice,
  date,
  ids,
  instant,
  number,
  type Predicate,
  reference,
  text,
  texts,
  textsOf,
  type Value,
} from './predicates.ts'
import { conversationCount, inLists, messageCount, ofItsConversations, windowOpen } from './related.ts'

// Each field of the catalogue as SQL over contacts under the alias `ct`.

const jsonOf = (pairs: Iterable<readonly [string, string]>): SQL =>
  sql`${JSON.stringify(Object.fromEntries(pairs))}::jsonb`

const state = sql`coalesce(nullif(ct.address->>'state', ''),
  case when ct.phone like '55%' then ${jsonOf(stateByAreaCode)}->>substr(ct.phone, 3, 2) end)`

/** Of several countries with one code it is that with most of the numbers, which the map names first. */
const countries = new Map([...callingCodes].toReversed().map(([country, code]) => [code, country] as const))
const country = sql`coalesce(nullif(ct.address->>'country', ''), ${jsonOf(countries)}->>left(ct.phone, 3),
  ${jsonOf(countries)}->>left(ct.phone, 2), ${jsonOf(countries)}->>left(ct.phone, 1))`

/** Lengths of numbers of Brazil without the country's code. */
const national = [10, 11]

const phoneForms = (typed: string): string[] => {
  const digits = phoneDigits(typed)
  const isHome = !typed.trim().startsWith('+') && national.includes(digits.length)
  return [...phoneVariants(digits), ...(isHome ? phoneVariants(`55${digits}`) : [])]
}

const phoneValue = (value: Value): string[] => textsOf(value).flatMap(phoneForms)

const phone =
  (expression: SQL): Predicate =>
  (operator, value) => {
    if (operator === 'IS_DEFINED') return sql`${expression} <> ''`
    const like = parseLike(String(value))
    const digits = phoneDigits(like.text)
    return digits === '' ? sql`false` : text(expression)('LIKE', formatLike({ ...like, text: digits }))
  }

const addresses = (value: Value): string[] => textsOf(value).map((one) => one.trim().toLowerCase())

type Point = {
  kind: 'phone' | 'email'
  of: (expression: SQL) => Predicate
  /** Whole values as they are kept, and the column of contacts that they are compared with. */
  whole: (value: Value) => string[]
  column: string
}

/** Whoever has one of some values as their main or a further one: indexes find them before the other conditions run. */
const withPoint = ({ company }: CompanyCtx, { kind, whole, column }: Point, value: Value): SQL => {
  const isOne = sql`= any(${texts(whole(value))})`
  const own = sql`select c.id from contacts c where c.company_id = ${company.id} and c.${sql.raw(kind)} is not null
    and ${sql.raw(column)} ${isOne}`
  return sql`ct.id in (${own} and c.deleted_at is null
    union all ${own} and c.deleted_at is not null and c.merged_into_id is null
    union all select p.contact_id from contact_points p
      where p.company_id = ${company.id} and p.kind = ${kind} and p.value ${isOne})`
}

/** Several values of a contact, of which any may be meant: the main one, and further ones. */
const anyPoint =
  (ctx: CompanyCtx, point: Point): Predicate =>
  (operator, value) => {
    if (operator === 'EQUAL' || operator === 'IN') return withPoint(ctx, point, value)
    const holds = (expression: string) => point.of(sql.raw(expression))(operator, value)
    return sql`(${holds(`ct.${point.kind}`)} or exists (
      select from contact_points p where p.company_id = ct.company_id and p.contact_id = ct.id and p.kind = ${point.kind}
        and ${holds('p.value')}))`
  }

const points: Record<Point['kind'], Point> = {
  phone: { kind: 'phone', of: phone, whole: phoneValue, column: 'c.phone' },
  email: { kind: 'email', of: text, whole: addresses, column: 'lower(c.email)' },
}

const isThere = (from: SQL, holds: SQL): SQL =>
  sql`exists (select from ${from} r where r.company_id = ct.company_id and r.contact_id = ct.id and ${holds})`

/** Names on WhatsApp, of which people write the sign before it or leave it out. */
const username: Predicate = (operator, value) => {
  const plain = (one: string) => one.replace(/^(\^?)@/, '$1')
  const wanted = Array.isArray(value) ? textsOf(value).map(plain) : typeof value === 'string' ? plain(value) : value
  return isThere(sql`contact_identities`, sql`r.username <> '' and ${text(sql`r.username`)(operator, wanted)}`)
}

const externalId: Predicate = (operator, value) =>
  isThere(sql`contact_points`, sql`r.kind = 'external' and ${text(sql`r.value`)(operator, value)}`)

const document =
  (ctx: CompanyCtx): Predicate =>
  (operator, value) => {
    if (operator === 'IS_DEFINED') return sql`ct.document_hash is not null`
    return sql`ct.document_hash = any(${texts(textsOf(value).map((one) => hashDocument(ctx, normaliseTaxId(one))))})`
  }

/** What stands in a name stands in what is searched, which has an index. */
const name: Predicate = (operator, value) => {
  const holds = text(sql`coalesce(nullif(ct.name, ''), ct.profile_name)`)(operator, value)
  if (operator === 'IS_DEFINED') return holds
  const parts = operator === 'LIKE' ? [parseLike(String(value)).text] : textsOf(value)
  const [only = ''] = parts
  const may =
    parts.length === 1
      ? sql`ct.search like ${folded(containing(only))}`
      : sql`ct.search like any(array(select ${folded(sql`v`)} from unnest(${texts(parts.map(containing))}) v))`
  return sql`(${may} and ${holds})`
}

const tags: Predicate = (operator, value) => {
  if (operator === 'IS_DEFINED') return sql`ct.tag_ids <> '{}'`
  return operator === 'ALL_IN'
    ? sql`(ct.tag_ids <> '{}' and ct.tag_ids @> ${ids(value)})`
    : sql`(ct.tag_ids <> '{}' and ct.tag_ids && ${ids(value)})`
}

/** The contact's own mark for marketing on WhatsApp is as of the last word, since when a yes may have expired. */
const consent = (medium: ConsentMedium, purpose: ConsentPurpose): SQL => {
  const verdict = sql.raw(verdictOf('ct', medium, purpose))
  if (medium !== 'whatsapp' || purpose !== 'marketing') return verdict
  return sql`(case when ct.marketing = 'granted' then ${verdict} else ct.marketing end)`
}

const consentField = (medium: ConsentMedium, purpose: ConsentPurpose): Predicate => {
  const value = choice(consent(medium, purpose))
  return (operator, wanted) =>
    operator === 'IS_DEFINED' ? sql`not ${value('EQUAL', 'unknown')}` : value(operator, wanted)
}

const options: (expression: SQL) => Predicate = (expression) => (operator, value) => {
  if (operator === 'IS_DEFINED')
    return sql`case when jsonb_typeof(${expression}) = 'array' then jsonb_array_length(${expression}) > 0 end`
  return operator === 'ALL_IN'
    ? sql`jsonb_exists_all(${expression}, ${texts(value)})`
    : sql`jsonb_exists_any(${expression}, ${texts(value)})`
}

/** Terms of attributes hold this much of a value. */
const termLength = 200
/** A value up to this length is whole in its term, also when signs such as `¾` become several. */
const wholeInTerm = 40

/** Whether one of some values is that of an attribute, apart from accents and case: these have an index. */
const hasTerm = (key: string, values: readonly string[]): SQL => {
  const terms = values.map((value) => sql`${key}::text || '=' || left(${folded(sql`${value}::text`)}, ${termLength})`)
  return sql`ct.attribute_terms && array[${sql.join(terms, sql`, `)}]`
}

/** Whole values are found by the index of terms. `isFolded`: accents and case make no difference. */
const indexed =
  (key: string, predicate: Predicate, isFolded: boolean): Predicate =>
  (operator, value) => {
    if (operator !== 'EQUAL' && operator !== 'IN') return predicate(operator, value)
    const values = textsOf(value)
    const found = hasTerm(key, values)
    const isExact = isFolded && values.every(({ length }) => length <= wholeInTerm)
    return isExact ? found : sql`(${found} and ${predicate(operator, value)})`
  }

/** Values are of the type of their field, but what is not would make a whole list fail. */
const attribute = (ctx: CompanyCtx, key: string, type: ContactField['type']): Predicate => {
  const json = sql`ct.attributes->${key}::text`
  const plain = sql`(ct.attributes->>${key}::text)`
  const clock = { now: ctx.now(), timezone: ctx.company.timezone }
  switch (type) {
    case 'number':
      return number(sql`(case when jsonb_typeof(${json}) = 'number' then ${plain}::numeric end)`)
    case 'boolean':
      return boolean(sql`(case when jsonb_typeof(${json}) = 'boolean' then ${plain}::boolean end)`)
    case 'date':
      return date(sql`left(${plain}, 10)`, clock)
    case 'instant':
      return instant(
        sql`(case when ${plain} ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}T' then ${plain}::timestamptz end)`,
        clock,
      )
    case 'choice':
      return indexed(key, choice(plain), false)
    case 'choices':
      return options(sql`(${json})`)
    case 'text':
      return indexed(key, text(plain), true)
  }
}

const profile = (ctx: CompanyCtx): Record<string, Predicate> => {
  const clock = { now: ctx.now(), timezone: ctx.company.timezone }
  return {
    name,
    phone: anyPoint(ctx, points.phone),
    email: anyPoint(ctx, points.email),
    username,
    document: document(ctx),
    organization: text(sql`ct.organization`),
    job_title: text(sql`ct.job_title`),
    lifecycle: choice(sql`ct.lifecycle`),
    owner: reference(sql`ct.owner_id`),
    source: choice(sql`ct.source`),
    language: text(sql`split_part(replace(ct.language, '_', '-'), '-', 1)`),
    timezone: text(sql`ct.timezone`),
    birthday: date(sql`to_char(ct.birthday, 'YYYY-MM-DD')`, clock),
    birthday_month: number(sql`extract(month from ct.birthday)`),
    city: text(sql`(ct.address->>'city')`),
    state: text(state),
    country: text(country),
    postal_code: text(sql`(ct.address->>'postalCode')`),
    external_id: externalId,
    created_at: instant(sql`ct.created_at`, clock),
    tags,
    lists: inLists(ctx),
    last_inbound_at: instant(sql`ct.last_inbound_at`, clock),
    last_outbound_at: instant(sql`ct.last_outbound_at`, clock),
    blocked: (_operator, value) => sql`ct.blocked_at is ${sql.raw(value === true ? 'not null' : 'null')}`,
    window_open: windowOpen(ctx),
    'conversation.count': conversationCount(ctx),
  }
}

/** What a field is asked; `days` limits those that are counted in days. */
export const predicateOf = (ctx: CompanyCtx, field: ContactField, days = 0): Predicate => {
  const [, second = '', third = ''] = field.name.split('.')
  if (field.group === 'attributes') return attribute(ctx, second, field.type)
  const event = messageEvents.find((one) => one === second)
  if (field.group === 'messages' && event) return messageCount(ctx, event, days)
  const fixed = profile(ctx)[field.name]
  if (fixed) return fixed
  const medium = consentMedia.find((one) => one === second)
  const purpose = consentPurposes.find((one) => one === third)
  if (field.group === 'consent' && medium && purpose) return consentField(medium, purpose)
  return ofItsConversations(ctx, second)
}
