import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newNumericId } from './ids.ts'
import type { Media } from './types.ts'

const maxInMemory = 256 * 1024 * 1024
const urlLifeMs = 5 * 60 * 1000

export type NewMedia = { phoneNumberId: string | null; mimeType: string; fileName: string | null; bytes: Buffer }

/** Files by media id, on disk when there is a state folder, else in bounded memory; and their five-minute addresses. */
export const createMediaStore = (stateDir: string | undefined) => {
  const folder = stateDir === undefined ? null : join(stateDir, 'media')
  if (folder) mkdirSync(folder, { recursive: true })
  const known = new Map<string, Media>()
  const bytesOf = new Map<string, Buffer>()
  const addresses = new Map<string, { id: string; expiresAt: number }>()
  let inMemory = 0

  const forget = (id: string): boolean => {
    const media = known.get(id)
    known.delete(id)
    if (bytesOf.delete(id)) inMemory -= media?.size ?? 0
    if (folder) rmSync(join(folder, id), { force: true })
    return media !== undefined
  }

  const add = (file: NewMedia): Media => {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    const { phoneNumberId, mimeType, fileName } = file
    const media = {
      id: newNumericId(),
      phoneNumberId,
      mimeType,
      fileName,
      size: file.bytes.length,
      sha256,
      createdAt: Date.now(),
    }
    known.set(media.id, media)
    if (folder) writeFileSync(join(folder, media.id), file.bytes)
    else {
      bytesOf.set(media.id, file.bytes)
      inMemory += media.size
      for (const id of known.keys()) {
        if (inMemory <= maxInMemory || id === media.id) break
        forget(id)
      }
    }
    return media
  }

  const read = (id: string): Buffer | null => {
    const inMemoryBytes = bytesOf.get(id)
    if (inMemoryBytes || !folder || !known.has(id)) return inMemoryBytes ?? null
    const path = join(folder, id)
    return existsSync(path) ? readFileSync(path) : null
  }

  const newAddress = (id: string): string => {
    const now = Date.now()
    for (const [token, address] of addresses) {
      if (address.expiresAt > now) break
      addresses.delete(token)
    }
    const token = randomUUID()
    addresses.set(token, { id, expiresAt: now + urlLifeMs })
    return token
  }

  const behindAddress = (token: string): Media | null => {
    const address = addresses.get(token)
    return address && address.expiresAt > Date.now() ? (known.get(address.id) ?? null) : null
  }

  return {
    add,
    read,
    forget,
    newAddress,
    behindAddress,
    find: (id: string): Media | null => known.get(id) ?? null,
    list: (): Media[] => [...known.values()],
    restore: (media: Media): void => {
      known.set(media.id, media)
    },
    expireAddresses: (): void => addresses.clear(),
  }
}

export type MediaStore = ReturnType<typeof createMediaStore>
