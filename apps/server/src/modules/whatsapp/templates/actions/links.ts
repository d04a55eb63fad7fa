import type { linkVerdicts } from '@recado/contracts/whatsapp/template-links'
import { OutboundError, type OutboundErrorKind } from '@recado/providers/outbound'
import type { CompanyCtx, Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'

const PER_MINUTE = 30
const TIMEOUT_MS = 6000
const MAX_BYTES = 2 * 1024 * 1024

type Verdict = { url: string; verdict: (typeof linkVerdicts)[number]; status: number | null }

const bucketsOf = perDeps((deps: Deps) =>
  createTokenBuckets({ capacity: PER_MINUTE, refillSeconds: 60 / PER_MINUTE, now: () => deps.now().getTime() }),
)

/** A page that is too large to read is there. */
const verdicts: Readonly<Record<OutboundErrorKind, Verdict['verdict']>> = {
  forbidden: 'forbidden',
  unreachable: 'unreachable',
  no_answer: 'no_answer',
  too_large: 'reachable',
}

/** Pages that want a person to sign in, or that refuse programs, are there for people. */
const isThere = (status: number) => status < 400 || [401, 403, 405, 429].includes(status)

const look = async ({ deps }: CompanyCtx, url: string): Promise<Verdict> => {
  try {
    const { status } = await deps.outbound({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    return { url, verdict: isThere(status) ? 'reachable' : 'refused', status }
  } catch (error) {
    if (error instanceof OutboundError) return { url, verdict: verdicts[error.kind], status: null }
    throw error
  }
}

/** Calls addresses as anybody would, except those of private networks. Throws `rate_limited`. */
export const checkLinks = async (ctx: CompanyCtx, urls: readonly string[]) => {
  const different = [...new Set(urls)]
  const wait = bucketsOf(ctx.deps).take(ctx.company.id, different.length)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  return { data: await Promise.all(different.map((url) => look(ctx, url))) }
}
