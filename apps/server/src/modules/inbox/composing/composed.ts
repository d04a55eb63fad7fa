export type MediaPart = {
  kind: string
  mime: string
  filename: string
  sha256: string
  voice: boolean
  fileId: string
}

/** A message ready to be written: our type and content, a line for lists, and its file. */
export type Composed = {
  type: string
  body: string | null
  payload: Record<string, unknown>
  preview: string
  media: MediaPart | null
}

const PREVIEW_CHARACTERS = 160

/** One line of a text for the list of conversations. */
export const previewOf = (text: string | null): string =>
  (text ?? '').replace(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARACTERS).toWellFormed()
