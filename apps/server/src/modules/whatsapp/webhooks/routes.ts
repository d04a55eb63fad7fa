import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '#server/lib/ids.ts'
import { accountVerifyToken } from '#server/lib/whatsapp-cloud/account-verify-token.ts'
import { isSignature, verifyHandshake, verifySignature } from '#server/lib/whatsapp-cloud/verify-webhook.ts'
import { findAccountSecret } from '#server/modules/whatsapp/directory/index.ts'
import { acceptedVerifyTokens } from '#server/modules/whatsapp/signup/index.ts'
import { createIntake } from './intake.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

type Query = { Querystring: Record<string, unknown> }
type OfAccount = { Params: { accountId: string } }

const answerHandshake = (request: FastifyRequest<Query>, reply: FastifyReply, verifyToken: string) => {
  const challenge = verifyHandshake(request.query, verifyToken)
  reply.type('text/plain; charset=utf-8')
  return challenge === null ? reply.code(403).send('forbidden') : reply.send(challenge)
}

/**
 * Machines need none of the headers that protect browsers, and thousands of answers a second would carry them. What does
 * not even look signed is not read.
 */
const bare = {
  helmet: false,
  onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (isSignature(request.headers['x-hub-signature-256'])) done()
    else reply.code(401).send('')
  },
} as const

/** Webhooks of WhatsApp. Bodies are taken as bytes: their signature is over exactly these. */
export const ingressRoutes = async (app: FastifyInstance): Promise<void> => {
  const { deps } = app
  const intake = createIntake(deps)
  app.addHook('onClose', () => intake.idle())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  const accept = async (request: FastifyRequest, reply: FastifyReply, secret: string, accountId: string | null) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = request.headers['x-hub-signature-256']
    if (!verifySignature(body, typeof signature === 'string' ? signature : undefined, secret)) {
      request.log.warn({ accountId, bytes: body.length }, 'a webhook was not signed by the app')
      return reply.code(401).send('')
    }
    await intake.store(body, accountId)
    return reply.code(200).send('')
  }

  app.get<Query>('/webhooks/whatsapp', async (request, reply) => {
    const tokens = await acceptedVerifyTokens(deps)
    const said = tokens.find((token) => verifyHandshake(request.query, token) !== null)
    return answerHandshake(request, reply, said ?? '')
  })
  app.post('/webhooks/whatsapp', bare, (request, reply) =>
    accept(request, reply, deps.config.WHATSAPP_APP_SECRET ?? '', null),
  )

  app.get<Query & OfAccount>('/webhooks/whatsapp/:accountId', (request, reply) =>
    answerHandshake(request, reply, accountVerifyToken(deps.sealer, request.params.accountId)),
  )
  app.post<OfAccount>('/webhooks/whatsapp/:accountId', bare, async (request, reply) => {
    const { accountId } = request.params
    const secret = isUuid(accountId) ? await findAccountSecret(deps, accountId) : null
    return accept(request, reply, secret ?? '', accountId)
  })
}
