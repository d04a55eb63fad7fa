import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '#server/lib/client-address.ts'
import { newId } from '#server/lib/ids.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { readSentLinkToken } from '#server/lib/sent-link.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { readAddressToken } from '#server/modules/campaigns/links/index.ts'
import { findLink } from './find.ts'
import { sendLinkPage } from './pages.ts'
import { clickRecorder } from './record.ts'
import { visitorOf } from './visitor.ts'

/** Many phones stand behind one address of a mobile network: this many at once, and fifty a second from then on. */
const LIMIT = { capacity: 3000, refillSeconds: 0.02 }

type Asked = { Params: { '*': string } }

/** People on their way elsewhere need no headers that protect pages of ours. */
const bare = { helmet: false } as const

/** Leads people on from links in messages. */
export const clickRoutes = async (app: FastifyInstance): Promise<void> => {
  const { deps } = app
  const clicks = clickRecorder(deps)
  const buckets = createTokenBuckets({ ...LIMIT, now: () => deps.now().getTime() })
  app.addHook('onClose', () => clicks.idle())

  const leadOn = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    const wait = buckets.take(addressKey(request.ip))
    if (wait > 0) return sendLinkPage(request, reply.header('retry-after', String(Math.ceil(wait))), 'often')
    const token = request.params['*']
    const sentTo = readSentLinkToken(deps, token)
    if (sentTo !== null) return reply.redirect(sentTo, 302)
    const named = readAddressToken(deps, token)
    if (!named) return sendLinkPage(request, reply, 'gone')
    const found = await findLink(deps, named).catch((error: unknown) => {
      request.log.warn({ error: safeMessageOf(error) }, 'a link could not be looked up')
      return 'unknown' as const
    })
    if (found === 'unknown') return sendLinkPage(request, reply.header('retry-after', '5'), 'later')
    if (!found) return sendLinkPage(request, reply, 'gone')
    const { companyId, id: linkId, campaignId } = found.link
    const click = { companyId, id: newId(), linkId, campaignId, seq: named.seq, at: deps.now() }
    if (!named.isTest) await clicks.record({ ...click, ...visitorOf(request) })
    return reply.redirect(found.url, 302)
  }
  app.get<Asked>('/l/*', bare, leadOn)
}
