import type { EndpointInput, FieldError } from '@recado/contracts'
import {
  attributeLimit,
  type ContactAttribute,
  canBeUnique,
  canHavePattern,
  contactAttribute,
  type createContactAttribute,
  type updateContactAttribute,
} from '@recado/contracts/contacts/contact-attributes'
import { attributeValue } from '@recado/contracts/contacts/contact-values'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { forgetAttribute, hasRepeated } from '#server/modules/contacts/contacts/index.ts'
import { assertUnused, found, settingsResource } from '#server/modules/shared/settings-resource/index.ts'
import { refreshLater } from './jobs.ts'
import * as queries from './queries.ts'

const hasOptions = (type: string) => type === 'select' || type === 'multi_select'

/** What may be chosen, each once. Throws `validation_failed` for a choice of nothing. */
const optionsOf = (type: string, options: readonly string[]): string[] => {
  if (!hasOptions(type)) return []
  if (options.length > 0) return [...new Set(options)]
  throw new AppError('validation_failed', {
    errors: [{ path: 'options', code: 'required', message: 'A choice needs something to choose from' }],
  })
}

type Rules = Partial<
  Pick<ContactAttribute, 'type' | 'options' | 'pattern' | 'default' | 'unique' | 'sensitive' | 'searchable'>
>

/** Throws `validation_failed` for rules that the type does not have, and for a default that the field would not take. */
const assertRules = (rules: Rules & Pick<ContactAttribute, 'type'>): void => {
  const { type, pattern = '', options = [], default: value = null } = rules
  const errors: FieldError[] = []
  const refuse = (path: string, message: string) => errors.push({ path, code: 'invalid', message })
  if (pattern && !canHavePattern(type)) refuse('pattern', 'Only texts match a pattern')
  if (rules.unique && !canBeUnique(type)) refuse('unique', 'Values of this type are shared by many')
  if (rules.unique && value !== null) refuse('default', 'What is unique has no default')
  if (rules.searchable && rules.sensitive) refuse('searchable', 'Searching would tell what is hidden')
  if (value !== null && !attributeValue({ type, pattern, options }).safeParse(value).success)
    refuse('default', 'The field would not take it')
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

export const listAttributes = async (ctx: CompanyCtx): Promise<ContactAttribute[]> =>
  (await queries.listAttributes(ctx)).map((row) => contactAttribute.parse(row))

type Input = EndpointInput<typeof createContactAttribute>['body']
type Change = Omit<EndpointInput<typeof updateContactAttribute>['body'], 'version'>

export const attributes = settingsResource({
  noun: 'contact_attribute',
  limit: attributeLimit,
  count: queries.countAttributes,
  find: queries.findAttribute,
  nameOf: ({ key }) => key,
  viewOf: (_tx, row) => contactAttribute.parse(row),
  insert: async (tx, input: Input) => {
    const options = optionsOf(input.type, input.options)
    assertRules({ ...input, options })
    const last = Math.max(-1, ...(await queries.listAttributes(tx)).map(({ position }) => position))
    const row = { ...input, options, id: newId(), position: input.position ?? Math.min(1000, last + 1) }
    await queries.insertAttribute(tx, row)
    return found(await queries.findAttribute(tx, row.id))
  },
  update: async (tx, before, change: Change) => {
    const { id, type } = before
    const options = change.options && optionsOf(type, change.options)
    assertRules({ ...before, ...given({ ...change, options }) })
    if (change.unique && !before.unique && (await hasRepeated(tx, before.key)))
      throw new AppError('validation_failed', {
        errors: [{ path: 'unique', code: 'taken', message: 'Some contacts have the same value already' }],
      })
    await queries.updateAttribute(tx, id, given({ ...change, options }))
    if ((change.searchable ?? before.searchable) !== before.searchable) await refreshLater(tx, before.key)
    return found(await queries.findAttribute(tx, id))
  },
  remove: async (tx, { id, key }, force) => {
    if (!force) await assertUnused(tx, 'attribute', key)
    await queries.deleteAttribute(tx, id)
    await forgetAttribute(tx, key)
  },
})
