import type { EndpointInput } from '@recado/contracts'
import { jobRoles } from '@recado/contracts/identity/auth'
import { type Profile, photoMaxBytes, type updateMe as updateMeEndpoint } from '@recado/contracts/identity/users'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { newId } from '#server/lib/ids.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { countryOfPhone, digitsOfTyped } from '#server/lib/typed-phone.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { insertFile, removeFile } from '#server/modules/shared/files/index.ts'
import { squarePhoto } from './photo.ts'
import { preferencesOf, withPreferences } from './preferences.ts'
import * as queries from './queries.ts'

const STORED_MAX_BYTES = 1024 * 1024

const loadUser = async (ctx: UserCtx): Promise<queries.UserRow> => {
  const row = await queries.findUser(ctx, ctx.actor.userId)
  if (!row) throw new AppError('not_found')
  return row
}

const profileOf = async (ctx: UserCtx, row: queries.UserRow): Promise<Profile> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  phone: row.phone,
  phoneCountry: row.phone ? (countryOfPhone(row.phone) ?? null) : null,
  role: row.role,
  jobRole: jobRoles.find((role) => role === row.jobRole) ?? null,
  locale: row.locale,
  timezone: row.timezone,
  preferences: preferencesOf(row.preferences),
  avatarUrl: avatarUrl(row.id, row.avatarFileId),
  hasPassword: row.passwordHash !== null,
  connected: await queries.listProviders(ctx, row.id),
  createdAt: row.createdAt.toISOString(),
  deletionAt: row.deletionAt?.toISOString() ?? null,
})

export const readProfile = async (ctx: UserCtx): Promise<Profile> => profileOf(ctx, await loadUser(ctx))

type ProfileChange = EndpointInput<typeof updateMeEndpoint>['body']

const present = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Changes the signed-in person's profile; what is absent stays. Throws `validation_failed` for a phone that is none. */
export const updateProfile = (ctx: UserCtx, { preferences, ...change }: ProfileChange): Promise<Profile> =>
  inTransaction(ctx, async (tx) => {
    const before = await queries.lockUser(tx, tx.actor.userId)
    if (!before) throw new AppError('not_found')
    const { phone, ...rest } = change
    const values = present({
      ...rest,
      phone: phone ? `+${digitsOfTyped(phone, undefined)}` : phone,
      preferences: preferences && withPreferences(before.preferences, preferences),
    })
    const row = Object.keys(values).length > 0 ? await queries.updateUser(tx, before.id, values) : before
    if (!row) throw new AppError('not_found')
    await emit(tx, 'user.updated', { userId: row.id })
    await recordAudit(tx, {
      action: 'user.updated',
      companyId: null,
      target: { type: 'user', id: row.id },
      diff: { fields: Object.keys(values) },
    })
    return profileOf(tx, row)
  })

const replacePhoto = async (tx: UserCtx, fileId: string | null) => {
  const before = await loadUser(tx)
  await queries.updateUser(tx, before.id, { avatarFileId: fileId })
  await emit(tx, 'user.updated', { userId: before.id })
  if (before.avatarFileId) await removeFile(tx, before.avatarFileId)
  await recordAudit(tx, {
    action: 'user.updated',
    companyId: null,
    target: { type: 'user', id: before.id },
    diff: { fields: ['photo'] },
  })
}

/** Stores a new photo and forgets the former one. */
export const setPhoto = async (ctx: UserCtx, upload: NodeJS.ReadableStream): Promise<string> => {
  const photo = await squarePhoto(await readUpload(upload, photoMaxBytes))
  const stored = await ctx.deps.files.put(photo, STORED_MAX_BYTES)
  const fileId = newId()
  await inTransaction(ctx, async (tx) => {
    await insertFile(tx, {
      id: fileId,
      ownerKind: 'user_photo',
      ownerId: tx.actor.userId,
      path: stored.path,
      name: 'photo.webp',
      mime: 'image/webp',
      size: stored.size,
      sha256: stored.sha256,
    })
    await replacePhoto(tx, fileId)
  })
  return avatarUrl(ctx.actor.userId, fileId) ?? ''
}

export const removePhoto = (ctx: UserCtx): Promise<void> => inTransaction(ctx, (tx) => replacePhoto(tx, null))

/** The photo of a user who shares a company with the signed-in user. */
export const openAvatar = async (ctx: UserCtx, userId: string) => {
  const found = await queries.findVisibleAvatar(ctx, ctx.actor.userId, userId)
  if (!found) throw new AppError('not_found')
  return { mime: found.mime, stream: ctx.deps.files.read(found.path) }
}
