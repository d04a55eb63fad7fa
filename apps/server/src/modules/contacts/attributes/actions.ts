import type { EndpointInput } from '@recado/contracts'
import {
  attributeLimit,
  type ContactAttribute,
  contactAttribute,
  type createContactAttribute,
  type updateContactAttribute,
} from '@recado/contracts/contacts/contact-attributes'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { forgetAttribute } from '#server/modules/contacts/contacts/index.ts'
import * as queries from '../queries/attributes.ts'
import { assertRoom, assertVersion, auditDesk, changeDesk, found, given } from './change.ts'

const attributeOf = (row: Omit<queries.AttributeRow, 'companyId' | 'createdAt' | 'updatedAt'>): ContactAttribute =>
  contactAttribute.parse(row)

const hasOptions = (type: string) => type === 'select' || type === 'multi_select'

const assertOptions = (type: string, options: readonly string[]) => {
  if (!hasOptions(type) || options.length > 0) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'options', code: 'required', message: 'A choice needs something to choose from' }],
  })
}

const distinct = (options: readonly string[]) => [...new Set(options)]

export const listAttributes = async (ctx: CompanyCtx): Promise<ContactAttribute[]> =>
  (await queries.listAttributes(ctx)).map(attributeOf)

export const addAttribute = (ctx: CompanyCtx, body: EndpointInput<typeof createContactAttribute>['body']) =>
  changeDesk(ctx, async (tx) => {
    const others = await queries.listAttributes(tx)
    assertRoom(others.length, attributeLimit)
    assertOptions(body.type, body.options)
    const last = Math.max(-1, ...others.map((attribute) => attribute.position))
    const options = hasOptions(body.type) ? distinct(body.options) : []
    const row = { ...body, options, id: uuidv7(), position: body.position ?? Math.min(1000, last + 1) }
    await queries.insertAttribute(tx, row)
    await auditDesk(tx, 'contact_attribute.created', { id: row.id, name: row.key })
    return attributeOf({ ...row, version: 1 })
  })

/** Changes a field that was read at `version`. Throws `conflict` when it is another by now. */
export const changeAttribute = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateContactAttribute>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const before = found(await queries.findAttribute(tx, id))
    assertVersion(attributeOf(before), version)
    const change = given(body)
    if (change.options) {
      change.options = hasOptions(before.type) ? distinct(change.options) : []
      assertOptions(before.type, change.options)
    }
    await queries.updateAttribute(tx, id, change)
    await auditDesk(tx, 'contact_attribute.updated', { id, name: before.key }, change)
    return attributeOf({ ...before, ...change, version: version + 1 })
  })

export const removeAttribute = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = found(await queries.findAttribute(tx, id))
    await queries.deleteAttribute(tx, id)
    await forgetAttribute(tx, row.key)
    await auditDesk(tx, 'contact_attribute.removed', { id, name: row.key })
  })
