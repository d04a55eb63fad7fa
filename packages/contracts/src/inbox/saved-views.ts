import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filterTextLimit } from '../shared/filter.ts'
import { listNames } from '../shared/list-names.ts'
import { filledText, id, idParams, version } from '../shared.ts'

const savedViewFields = z.object({
  page: z.enum(listNames),
  name: filledText(60),
  /** Search parameters of the page, as they stand in its address. */
  search: z.record(z.string().max(40), z.union([z.string().max(filterTextLimit), z.number(), z.boolean()])),
  shared: z.boolean(),
})

const savedViewBody = savedViewFields.extend({ shared: savedViewFields.shape.shared.default(false) })

export const savedView = savedViewFields.extend({
  id,
  version,
  editable: z.boolean(),
  /** The page opens with it for whoever asks. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/v1/views',
  can: 'signed_in',
  summary: 'Saved views of a page: my own, and those shared in the company where the page is one of a company',
  query: z.object({ page: z.enum(listNames) }),
  response: z.object({ data: z.array(savedView) }),
})
export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/v1/views',
  can: 'signed_in',
  summary: 'Keeps the filters of a page; sharing them needs settings.share, and a page of a company',
  body: savedViewBody,
  response: savedView,
  status: 201,
  errors: ['limit_reached'],
})
export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/api/v1/views/:id',
  can: 'signed_in',
  summary: 'Changes a saved view; `version` is the one that was read',
  params: idParams,
  body: savedViewFields.omit({ page: true }).partial().extend({ version }),
  response: savedView,
  errors: ['conflict'],
})
export const setDefaultView = endpoint({
  method: 'PUT',
  path: '/api/v1/views/:id/default',
  can: 'signed_in',
  summary: 'Says whether the page opens with this view for me; the one before no longer does',
  params: idParams,
  body: z.object({ isDefault: z.boolean() }),
  response: savedView,
})
export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/v1/views/:id',
  can: 'signed_in',
  summary: 'Removes a saved view',
  params: idParams,
  response: null,
})
