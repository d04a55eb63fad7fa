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
