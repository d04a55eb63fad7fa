import { getApp, getGeneralSettings } from '@recado/contracts/shared/settings'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/context.ts'
import { route } from '#server/http/mount.ts'
import { productVersion } from '#server/lib/version.ts'
import { demoPeople } from '#server/modules/companies/companies/index.ts'
import { inboxPlace } from '#server/modules/shared/inbox-identity/index.ts'
import {
  loadGeneralSettings,
  loadSettings,
  maintenanceMessage,
  tagManagerId,
} from '#server/modules/shared/settings/index.ts'

const demoDoors = ({ config }: Deps) => {
  if (!config.SANDBOX) return null
  const { url } = config.SANDBOX
  const accounts = demoPeople.map(({ email, password, role, name }) => ({ email, password, role, name }))
  return { phoneUrl: `${url}/phone`, mailUrl: `${url}/mail`, accounts }
}

/** In the demo a page of the sandbox stands in for the site of the chatbot. */
const demoChatbot = ({ config }: Deps): string | null => (config.SANDBOX ? `${config.SANDBOX.url}/chatbot` : null)

/** What the web app reads before anybody signs in. */
export const platformRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getGeneralSettings, async (ctx, _input, { request }) => {
    const origin = `${request.protocol}://${request.host}`
    const notifications = await inboxPlace(ctx.deps, origin)
    return { ...(await loadGeneralSettings(ctx, request.hostname)), notifications }
  })
  route(app, getApp, async () => ({
    version: productVersion,
    mode: app.deps.config.MODE,
    demo: demoDoors(app.deps),
    tagManagerId: await tagManagerId(app.deps),
    chatbotUrl: (await loadSettings(app.deps)).chatbot.url || demoChatbot(app.deps),
    tutorial: (await loadSettings(app.deps)).tutorial.videoUrl,
    maintenance: await maintenanceMessage(app.deps),
  }))
}
