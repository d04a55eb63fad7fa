import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../shared.ts'

/** What Meta accepts as a header sample, by type. */
export const templateMediaRules = {
  'image/jpeg': { kind: 'image', maxBytes: 5 * 1024 * 1024 },
  'image/png': { kind: 'image', maxBytes: 5 * 1024 * 1024 },
  'video/mp4': { kind: 'video', maxBytes: 16 * 1024 * 1024 },
  'application/pdf': { kind: 'document', maxBytes: 16 * 1024 * 1024 },
} as const satisfies Record<string, { kind: 'image' | 'video' | 'document'; maxBytes: number }>

export const uploadTemplateMedia = endpoint({
  method: 'POST',
  path: '/api/v1/template-media',
  can: 'templates.write',
  scope: 'templates:write',
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
