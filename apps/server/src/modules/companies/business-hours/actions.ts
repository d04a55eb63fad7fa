import type { EndpointInput } from '@recado/contracts'
import type { createBusinessHours, updateBusinessHours } from '@recado/contracts/companies/business-hours'
import { settingsLimit } from '@recado/contracts/shared/settings-limit'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { found, settingsResource } from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'

type Input = EndpointInput<typeof createBusinessHours>['body']
type Change = Omit<EndpointInput<typeof updateBusinessHours>['body'], 'version'>

export const businessHours = settingsResource({
  noun: 'business_hours',
  limit: settingsLimit,
  count: queries.countBusinessHours,
  find: queries.findBusinessHours,
  nameOf: ({ name }) => name,
  viewOf: (_tx, row) => row,
  insert: async (tx, input: Input) => {
    const id = newId()
    await queries.insertBusinessHours(tx, { ...input, id })
    return found(await queries.findBusinessHours(tx, id))
  },
  update: async (tx, before, change: Change) => {
    await queries.updateBusinessHours(tx, before.id, given(change))
    return { ...before, ...given(change), version: before.version + 1 }
  },
  remove: (tx, { id }) => queries.deleteBusinessHours(tx, id),
})
