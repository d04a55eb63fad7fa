import { randomUUID } from 'node:crypto'
import type { Media, Upload } from '../state/types.ts'
import { type GraphCall, success } from './call.ts'
import { GraphFault } from './graph-fault.ts'

const MB = 1024 * 1024
const rules: [RegExp, number][] = [
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * MB],
  [/^image\/(jpeg|png)$/, 5 * MB],
  [/^image\/webp$/, 500 * 1024],
  [/^video\/(mp4|3gpp)$/, 16 * MB],
  [/^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)))$/, 100 * MB],
  [
    /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)$/,
    100 * MB,
  ],
]

/** Takes a file for sending, by type and size as Meta does. */
export const uploadMedia = (call: GraphCall, phoneNumberId: string): unknown => {
  if (call.fields.messaging_product !== 'whatsapp')
    throw new GraphFault(100, { details: 'The parameter messaging_product is required.' })
  if (!call.file) throw new GraphFault(100, { details: 'The parameter file is required.' })
  const given =
    typeof call.fields.type === 'string' && call.fields.type.includes('/') ? call.fields.type : call.file.mimeType
  const mimeType = (given.split(';', 1)[0] ?? '').trim().toLowerCase()
  const max = rules.find(([pattern]) => pattern.test(mimeType))?.[1]
  if (max === undefined)
    throw new GraphFault(100, { details: `Param file must be a file of a supported type, received ${mimeType}` })
  if (call.file.bytes.length > max) throw new GraphFault(131053, { details: `The file is larger than ${max} bytes` })
  const { fileName, bytes } = call.file
  const media = call.world.media.add({ phoneNumberId, mimeType, fileName, bytes })
  call.world.changed()
  return { id: media.id }
}

export const mediaNode = (call: GraphCall, media: Media): unknown => {
  if (call.method === 'DELETE') {
    call.world.media.forget(media.id)
    call.world.changed()
    return success
  }
  return {
    url: `${call.world.baseUrl}/media/${call.world.media.newAddress(media.id)}`,
    mime_type: media.mimeType,
    sha256: media.sha256,
    file_size: media.size,
    id: media.id,
    messaging_product: 'whatsapp',
  }
}

/** Opens a resumable upload of the app. */
export const openUpload = (call: GraphCall): unknown => {
  const length = Number(call.fields.file_length)
  const mimeType = String(call.fields.file_type ?? '')
  if (!Number.isInteger(length) || length <= 0) throw new GraphFault(100, { details: 'file_length must be positive' })
  if (!/^(image\/(jpeg|jpg|png)|video\/mp4|application\/pdf)$/.test(mimeType))
    throw new GraphFault(100, { details: 'file_type is not supported' })
  const upload: Upload = {
    id: `upload:${randomUUID()}`,
    fileName: String(call.fields.file_name ?? 'file'),
    mimeType,
    length,
    received: 0,
  }
  call.world.uploads.set(upload.id, upload)
  return { id: upload.id }
}

/** Takes bytes of a resumable upload, or tells how many it has. */
export const continueUpload = (call: GraphCall, id: string): unknown => {
  const upload = call.world.uploads.get(id)
  if (!upload) throw new GraphFault(100, { details: 'The upload session does not exist' })
  if (call.method === 'GET') return { id, file_offset: upload.received }
  const offset = Number(call.headers.file_offset ?? 0)
  if (offset !== upload.received) throw new GraphFault(100, { details: `file_offset must be ${upload.received}` })
  upload.received += call.raw.length
  if (upload.received < upload.length) return { id, file_offset: upload.received }
  const handle = `4::${Buffer.from(upload.id).toString('base64')}`
  call.world.handles.set(handle, upload)
  return { h: handle }
}
