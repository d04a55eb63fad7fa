import { expect, it } from 'vitest'
import { checkMedia, mediaKindOf } from './media-rules.ts'

const MB = 1024 * 1024

it('takes what WhatsApp takes and refuses what it would refuse', () => {
  expect(checkMedia('image', 'image/jpeg', 5 * MB)).toBeNull()
  expect(checkMedia('image', 'image/jpeg', 5 * MB + 1)).toBe('media_too_large')
  expect(checkMedia('image', 'image/webp', 10)).toBe('media_type_refused')
  expect(checkMedia('audio', 'audio/ogg; codecs=opus', 10)).toBeNull()
  expect(checkMedia('audio', 'audio/webm', 10)).toBe('media_type_refused')
  expect(checkMedia('document', 'application/x-anything', 100 * MB)).toBeNull()
  expect(checkMedia('sticker', 'image/webp', 200 * 1024)).toBeNull()
  expect(checkMedia('sticker', 'image/webp', 200 * 1024, false)).toBe('media_too_large')
  expect(checkMedia('video', 'VIDEO/MP4', 0)).toBe('media_empty')
})

it('sends a file under the kind that takes its type, else as a document', () => {
  expect(mediaKindOf('image/png')).toBe('image')
  expect(mediaKindOf('image/webp')).toBe('sticker')
  expect(mediaKindOf('audio/mpeg')).toBe('audio')
  expect(mediaKindOf('image/heic')).toBe('document')
})
