export type MediaPart = {
  kind: string
  mime: string
  filename: string
  sha256: string
  voice: boolean
  fileId: string
}

/** A message ready to be stored: its type and content, its preview for lists, and its file. */
export type Composed = {
  type: string
  body: string | null
  payload: Record<string, unknown>
  preview: string
  media: MediaPart | null
}
