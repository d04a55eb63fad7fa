import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../shared.ts'

export const uploadTemplateMedia = endpoint({
  method: 'POST',
  path: '/api/v1/template-media',
  can: 'templates.write',
  summary: 'Keeps a sample for a media header; its type is told by its content',
  bodyKind: 'multipart',
  response: z.object({
    fileId: id,
    kind: z.enum(['image', 'video', 'document']),
    mime: z.string(),
    name: z.string(),
    size: z.number().int(),
    url: z.string(),
  }),
  status: 201,
  errors: ['file_type_refused', 'file_too_large', 'storage_quota_exceeded'],
})
