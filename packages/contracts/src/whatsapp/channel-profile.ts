import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { providerErrors } from '../errors.ts'
import { idParams } from '../shared.ts'

/** WhatsApp business profile of a number. Lengths and verticals are Meta's. */
export const verticals = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
  'ALCOHOL',
  'ONLINE_GAMBLING',
  'PHYSICAL_GAMBLING',
  'OTC_DRUGS',
] as const
export const channelProfile = z.object({
  about: z.string().max(139).default(''),
  address: z.string().max(256).default(''),
  description: z.string().max(512).default(''),
  email: z.union([z.literal(''), z.email().max(128)]).default(''),
  websites: z.array(z.url().max(256)).max(2).default([]),
  vertical: z.enum(verticals).default('OTHER'),
  profilePictureUrl: z.string().nullable().default(null),
})
export type ChannelProfile = z.infer<typeof channelProfile>

export const updateChannelProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/profile',
  can: 'channels.manage',
  summary: 'Changes the business profile at Meta',
  params: idParams,
  body: channelProfile.omit({ profilePictureUrl: true }),
  response: channelProfile,
  errors: providerErrors,
})

export const channelPhotoMaxBytes = 5 * 1024 * 1024
export const channelPhotoMinSide = 192

export const setChannelPhoto = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/photo',
  can: 'channels.manage',
  summary: 'Sets the photo that customers see: one JPEG or PNG file, at least 192 pixels each way, cut square',
  params: idParams,
  bodyKind: 'multipart',
  response: channelProfile,
  errors: [...providerErrors, 'file_type_refused', 'file_too_large'],
})
