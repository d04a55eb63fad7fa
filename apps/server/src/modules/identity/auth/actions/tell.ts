import type { Ctx } from '#server/context.ts'
import { type Account, findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'

type Owner = Pick<Account, 'id' | 'locale' | 'timezone'>

const ownerOf = ({ id }: Owner) => ({ to: { users: [id] }, companyId: null, tellsActor: true })

const momentFor = (ctx: Ctx, { locale, timezone }: Owner) =>
  ctx.now().toLocaleString(locale === 'pt' ? 'pt-BR' : 'en', {
    timeZone: timezone,
    dateStyle: 'long',
    timeStyle: 'short',
  })

const placeOf = (ctx: Ctx, owner: Owner) => ({ ip: ctx.ip ?? '?', at: momentFor(ctx, owner) })

/** Tells the owner of an account that it was used from a browser that was not seen before. */
export const tellOfDevice = (tx: Ctx, owner: Owner, device: string): Promise<void> =>
  tell(tx, 'security.new_device', { ...ownerOf(owner), payload: { device, ...placeOf(tx, owner) } })

export const tellOfPassword = (tx: Ctx, owner: Owner): Promise<void> =>
  tell(tx, 'security.password_changed', { ...ownerOf(owner), payload: { at: momentFor(tx, owner) } })

const noChange = { enabled: '', disabled: '', codes_renewed: '' }

/** Tells somebody that signing in with a second factor was switched on or off, or that its codes are new. */
export const tellOfTwoFactor = (
  tx: Ctx,
  owner: Owner,
  change: 'enabled' | 'disabled' | 'codes_renewed',
): Promise<void> =>
  tell(tx, 'security.2fa_changed', {
    ...ownerOf(owner),
    payload: { ...noChange, [change]: 'yes', at: momentFor(tx, owner) },
  })

export const guessed = ['password', 'code'] as const
export type Guessed = (typeof guessed)[number]

/** Tells the owner of an address, if it has an account, that somebody guesses its password or its codes; once a day. */
export const tellOfGuesses = async (ctx: Ctx, of: Guessed, email: string): Promise<void> => {
  const owner = await findAccountByEmail(ctx, email)
  if (owner?.status !== 'active') return
  const target = { type: 'user', id: owner.id }
  await recordAudit(ctx, { action: 'auth.locked', companyId: null, target, diff: { guessed: of } })
  const factId = `${owner.id}:${of}:${ctx.now().toISOString().slice(0, 10)}`
  const payload = { ...placeOf(ctx, owner), password: '', code: '', [of]: 'yes' }
  await tell(ctx, 'security.locked', { ...ownerOf(owner), factId, payload })
}
