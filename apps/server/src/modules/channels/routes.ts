import * as contract from '@recado/contracts/channels'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { replayWebhookEvent } from '../ingress/index.ts'
import { listChannelTemplates, syncChannelTemplates } from '../templates/index.ts'
import { readActivity } from './actions/activity.ts'
import { checkConnection } from './actions/check.ts'
import { connectChannel } from './actions/connect.ts'
import { disconnectChannel } from './actions/disconnect.ts'
import { fixChannel } from './actions/fix.ts'
import { checkHealthNow } from './actions/health.ts'
import { deregisterChannel, moveChannel } from './actions/leave.ts'
import { setChannelPhoto } from './actions/photo.ts'
import { updateProfile } from './actions/profile.ts'
import { listCompanyChannels, readChannel } from './actions/read.ts'
import { replaceChannelToken } from './actions/replace-token.ts'
import { resyncChannels } from './actions/resync.ts'
import { updateConversational, updateSettings } from './actions/settings.ts'
import { findSpareNumber } from './actions/spare-number.ts'
import { listUsage } from './actions/usage.ts'
import { listWebhookLog, readWebhook, requestReplay } from './actions/webhooks.ts'

/** A company's WhatsApp numbers. */
export const channelRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listChannels, (ctx) => listCompanyChannels(ctx))
  route(app, contract.listChannelUsage, (ctx) => listUsage(ctx))
  route(app, contract.resyncChannels, (ctx, { body }) => resyncChannels(ctx, body))
  route(app, contract.getSpareNumber, (ctx) => findSpareNumber(ctx))
  route(app, contract.getChannel, (ctx, { params }) => readChannel(ctx, params.id))
  route(app, contract.checkChannel, (ctx, { body }) => checkConnection(ctx, body))
  route(app, contract.connectChannel, (ctx, { body }) => connectChannel(ctx, body))
  route(app, contract.updateChannelProfile, (ctx, { params, body }) => updateProfile(ctx, params.id, body))
  route(app, contract.checkChannelHealth, async (ctx, { params }) => {
    await checkHealthNow(ctx, params.id)
    return readChannel(ctx, params.id)
  })
  route(app, contract.fixChannel, (ctx, { params, body }) => fixChannel(ctx, params.id, body))
  route(app, contract.replaceChannelToken, (ctx, { params, body }) =>
    replaceChannelToken(ctx, params.id, body.accessToken),
  )
  route(app, contract.setChannelPhoto, (ctx, { params, file }) => {
    if (!file) throw new AppError('file_type_refused')
    return setChannelPhoto(ctx, params.id, file.stream)
  })
  route(app, contract.updateChannelRouting, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'routing', value: body.routing }),
  )
  route(app, contract.updateChannelOptOut, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'optOut', value: body.optOut }),
  )
  route(app, contract.updateChannelLimits, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'limits', value: body.limits }),
  )
  route(app, contract.updateChannelConversational, (ctx, { params, body }) =>
    updateConversational(ctx, params.id, body.version, body.conversational),
  )
  route(app, contract.getChannelActivity, (ctx, { params }) => readActivity(ctx, params.id))
  route(app, contract.deregisterChannel, (ctx, { params }) => deregisterChannel(ctx, params.id))
  route(app, contract.moveChannel, (ctx, { params, body }) => moveChannel(ctx, params.id, body.companyId))
  route(app, contract.disconnectChannel, async (ctx, { params }) => {
    await disconnectChannel(ctx, params.id)
    return undefined
  })
  route(app, contract.listChannelWebhooks, (ctx, { params, query }) => listWebhookLog(ctx, params.id, query))
  route(app, contract.getChannelWebhook, (ctx, { params }) => readWebhook(ctx, params.id, params.eventId))
  route(app, contract.replayChannelWebhook, async (ctx, { params }) => {
    await requestReplay(ctx, params.id, params.eventId, replayWebhookEvent)
    return undefined
  })
  route(app, contract.listTemplates, (ctx, { params, query }) => listChannelTemplates(ctx, params.id, query.search))
  route(app, contract.syncTemplates, (ctx, { params }) => syncChannelTemplates(ctx, params.id))
}
