import type { Deps } from '#server/context.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'

const STEP_SECONDS = 1800

type Signer = Pick<Deps, 'sealer' | 'now'>

const signatureOf = (deps: Signer, id: string, expires: number) => deps.sealer.sign('file', `${id} ${expires}`)

/** Address of a file's bytes, good for 30 to 60 minutes; the same within half an hour, so that browsers can cache it. */
export const fileUrl = (deps: Signer, id: string): string => {
  const now = Math.floor(deps.now().getTime() / 1000)
  const expires = (Math.floor(now / STEP_SECONDS) + 2) * STEP_SECONDS
  return `/files/${id}?expires=${expires}&sig=${signatureOf(deps, id, expires)}`
}

/** Whether a link was made by this installation and has not run out. Constant time in the signature. */
export const isFileLinkValid = (deps: Signer, id: string, expires: number, signature: string): boolean => {
  if (!Number.isSafeInteger(expires) || expires * 1000 < deps.now().getTime()) return false
  return equalTexts(signature, signatureOf(deps, id, expires))
}
