import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { conversationStatuses } from '../inbox/conversations.ts'
import { type FilterOperator, filterOperators } from '../shared/filter.ts'
import { id } from '../shared.ts'
import { consentMedia, consentPurposes } from './consents.ts'
import { type attributeTypes, contactAttribute } from './contact-attributes.ts'
import { defaultStages } from './contact-settings.ts'
import { contactSources } from './contacts.ts'

/** What a field holds. `date` is a day of the calendar, `instant` a moment; `choices` holds several values at once. */
export const fieldTypes = ['text', 'number', 'date', 'instant', 'boolean', 'choice', 'choices'] as const
export type FieldType = (typeof fieldTypes)[number]

export const fieldGroups = [
  'profile',
  'attributes',
  'groups',
  'consent',
  'activity',
  'conversations',
  'messages',
  // Of a run of an automation, and never of contacts.
  'event',
  'chat',
  'time',
  'variables',
] as const

/** Things of the company that values name by id. */
export const fieldReferences = ['tags', 'lists', 'segments', 'members', 'labels', 'channels'] as const
export type FieldReference = (typeof fieldReferences)[number]

/** One thing that contacts can be filtered by. */
export const contactField = z.object({
  name: z.string(),
  group: z.enum(fieldGroups),
  type: z.enum(fieldTypes),
  operators: z.array(z.enum(filterOperators)),
  /** The only values that it has; without them it takes any of its type. */
  options: z.array(z.string()).optional(),
  /** Its values are ids of these. */
  references: z.enum(fieldReferences).optional(),
  /** Its name goes on with a number of days, to which it is limited: `messages.read.30`. */
  windowed: z.literal(true).optional(),
  /** The reader does not see its values: a filter names one value, of one such field, that has to be known whole. */
  whole: z.literal(true).optional(),
  /** What the company calls it; other fields are named by the locales. */
  label: contactAttribute.shape.label.optional(),
})
export type ContactField = z.infer<typeof contactField>

/** What messages are counted by. `wrote`: the contact did; `clicked`: a button of ours was pressed. */
export const messageEvents = ['wrote', 'sent', 'delivered', 'read', 'failed', 'clicked'] as const
export type MessageEvent = (typeof messageEvents)[number]
/** Longest span in which messages are counted. */
export const messageDays = 365

/** States of a consent as filters know them: a withdrawn one is denied. */
export const consentValues = ['granted', 'denied', 'unknown'] as const

const equality = ['EQUAL', 'NOT_EQUAL', 'IN', 'NOT_IN', 'IS_DEFINED'] as const
const order = ['LARGER', 'LARGER_EQUAL', 'SMALLER', 'SMALLER_EQUAL', 'BETWEEN', 'NOT_BETWEEN'] as const

/** What can be asked of a field by its type. */
export const operatorsOf: Record<FieldType, readonly FilterOperator[]> = {
  text: [...equality, 'LIKE', 'NOT_LIKE'],
  number: [...equality, ...order],
  date: ['EQUAL', 'NOT_EQUAL', ...order, 'IS_DEFINED'],
  instant: ['EQUAL', 'NOT_EQUAL', ...order, 'IS_DEFINED'],
  boolean: ['EQUAL', 'NOT_EQUAL', 'IS_DEFINED'],
  choice: equality,
  choices: ['ANY_IN', 'ALL_IN', 'NOT_IN', 'EQUAL', 'NOT_EQUAL', 'IS_DEFINED'],
}

type Group = ContactField['group']
type More = Partial<Omit<ContactField, 'name' | 'group' | 'type'>>

const field = (group: Group, name: string, type: FieldType, more: More = {}): ContactField => ({
  name,
  group,
  type,
  operators: [...operatorsOf[type]],
  ...more,
})

/** `segments`: whether a filter may name segments, which it may unless it is one. */
type FieldRights = { personalData: boolean; segments?: boolean }

/** For what the reader may not see: a value has to be known whole, and is asked for alone, as many would tell the rest. */
const whole = { operators: ['EQUAL', 'NOT_EQUAL', 'IS_DEFINED'], whole: true } satisfies More
/** Kept sealed: found by whole values, and not asked for at all by those who may not see it, as there are few to guess. */
const sealed = (personalData: boolean): More =>
  personalData
    ? { operators: ['EQUAL', 'NOT_EQUAL', 'IN', 'NOT_IN', 'IS_DEFINED'] }
    : { operators: ['IS_DEFINED'], whole: true }
/** Always known, so there is no condition on whether it is. */
const counted = { operators: operatorsOf.number.filter((operator) => operator !== 'IS_DEFINED') }

const fixedFields = ({ personalData, segments = false }: FieldRights, stages: readonly string[]): ContactField[] => [
  field('profile', 'name', 'text'),
  field('profile', 'phone', 'text', personalData ? {} : whole),
  field('profile', 'email', 'text', personalData ? {} : whole),
  field('profile', 'username', 'text'),
  field('profile', 'document', 'text', sealed(personalData)),
  field('profile', 'organization', 'text'),
  field('profile', 'job_title', 'text'),
  field('profile', 'lifecycle', 'choice', { options: [...stages] }),
  field('profile', 'owner', 'choice', { references: 'members' }),
  field('profile', 'source', 'choice', { options: [...contactSources] }),
  field('profile', 'language', 'choice'),
  field('profile', 'timezone', 'choice'),
  field('profile', 'birthday', 'date'),
  field('profile', 'birthday_month', 'number'),
  field('profile', 'city', 'text'),
  field('profile', 'state', 'choice'),
  field('profile', 'country', 'choice'),
  ...(personalData ? [field('profile', 'postal_code', 'text')] : []),
  field('profile', 'external_id', 'text'),
  field('profile', 'created_at', 'instant'),
  field('groups', 'tags', 'choices', { references: 'tags' }),
  field('groups', 'lists', 'choices', { references: 'lists' }),
  ...(segments
    ? [field('groups', 'segments', 'choices', { references: 'segments', operators: ['ANY_IN', 'NOT_IN'] })]
    : []),
  ...consentMedia.flatMap((medium) =>
    consentPurposes.map((purpose) =>
      field('consent', `consent.${medium}.${purpose}`, 'choice', { options: [...consentValues] }),
    ),
  ),
  field('activity', 'last_inbound_at', 'instant'),
  field('activity', 'last_outbound_at', 'instant'),
  field('activity', 'blocked', 'boolean', { operators: ['EQUAL', 'NOT_EQUAL'] }),
  field('activity', 'window_open', 'boolean', { operators: ['EQUAL', 'NOT_EQUAL'] }),
  field('conversations', 'conversation.count', 'number', counted),
  field('conversations', 'conversation.status', 'choices', { options: [...conversationStatuses] }),
  field('conversations', 'conversation.label', 'choices', { references: 'labels' }),
  field('conversations', 'conversation.assignee', 'choices', { references: 'members' }),
  field('conversations', 'conversation.channel', 'choices', { references: 'channels' }),
  ...messageEvents.map((event) => field('messages', `messages.${event}`, 'number', { ...counted, windowed: true })),
]

type AttributeType = (typeof attributeTypes)[number]

/** What an attribute is filtered as; JSON is not. */
const typeOfAttribute: Record<AttributeType, FieldType | null> = {
  text: 'text',
  url: 'text',
  phone: 'text',
  email: 'text',
  number: 'number',
  money: 'number',
  date: 'date',
  datetime: 'instant',
  boolean: 'boolean',
  select: 'choice',
  multi_select: 'choices',
  text_list: 'choices',
  json: null,
}

/** A field that the company made up. */
export type AttributeFacts = {
  key: string
  label: { en: string; pt: string }
  type: AttributeType
  options: readonly string[]
  sensitive: boolean
}

/**
 * Everything that contacts can be filtered by. Without `personalData` phones and addresses have to be known whole, and
 * sensitive attributes are left out: filtering must not tell what is hidden. `stages` are those of the company.
 */
export const contactFields = (
  attributes: readonly AttributeFacts[],
  rights: FieldRights,
  stages: readonly string[] = defaultStages,
): ContactField[] => [
  ...fixedFields(rights, stages),
  ...attributes
    .filter(({ sensitive }) => rights.personalData || !sensitive)
    .flatMap(({ key, label, type, options }) => {
      const filtered = typeOfAttribute[type]
      if (filtered === null) return []
      return [
        field('attributes', `attributes.${key}`, filtered, {
          label,
          ...(options.length > 0 && { options: [...options] }),
        }),
      ]
    }),
]

/** The field that a condition names, with the days of one that is counted in days; undefined if there is none. */
export const findField = (
  fields: readonly ContactField[],
  name: string,
): { field: ContactField; days?: number } | undefined => {
  const exact = fields.find((one) => one.name === name)
  if (exact) return exact.windowed ? undefined : { field: exact }
  const [, base, days = ''] = /^(.+)\.([1-9]\d{0,2})$/.exec(name) ?? []
  const found = fields.find((one) => one.windowed && one.name === base)
  return found && Number(days) <= messageDays ? { field: found, days: Number(days) } : undefined
}

/** What values name: those that are there. */
export type KnownReferences = Partial<Record<FieldReference, ReadonlySet<string>>>

const named = z.object({ id, name: z.string() })
export type NamedReference = z.infer<typeof named>

export const listContactFields = endpoint({
  method: 'GET',
  path: '/api/v1/contact-fields',
  can: 'contacts.view',
  scope: 'contacts:read',
  summary: 'What contacts can be filtered by, with the names of what values stand for',
  response: z.object({
    data: z.array(contactField),
    references: z.object(
      Object.fromEntries(fieldReferences.map((kind) => [kind, z.array(named)])) as Record<
        FieldReference,
        z.ZodArray<typeof named>
      >,
    ),
  }),
})
