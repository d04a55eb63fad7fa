import * as activity from '@recado/contracts/whatsapp/channel-activity'
import * as connection from '@recado/contracts/whatsapp/channel-connection'
import * as fixes from '@recado/contracts/whatsapp/channel-fixes'
import * as profile from '@recado/contracts/whatsapp/channel-profile'
import * as settings from '@recado/contracts/whatsapp/channel-settings'
import * as templates from '@recado/contracts/whatsapp/channel-templates'
import * as usage from '@recado/contracts/whatsapp/channel-usage'
import * as channels from '@recado/contracts/whatsapp/channels'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { listChannelTemplates, syncChannelTemplates } from '#server/modules/whatsapp/templates/index.ts'
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

/** A company's WhatsApp numbers. */
export const channelRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, channels.listChannels, (ctx) => listCompanyChannels(ctx))
  route(app, usage.listChannelUsage, (ctx) => listUsage(ctx))
  route(app, channels.resyncChannels, (ctx, { body }) => resyncChannels(ctx, body))
  route(app, connection.getSpareNumber, (ctx) => findSpareNumber(ctx))
  route(app, channels.getChannel, (ctx, { params }) => readChannel(ctx, params.id))
  route(app, connection.checkChannel, (ctx, { body }) => checkConnection(ctx, body))
  route(app, connection.connectChannel, (ctx, { body }) => connectChannel(ctx, body))
  route(app, profile.updateChannelProfile, (ctx, { params, body }) => updateProfile(ctx, params.id, body))
  route(app, fixes.checkChannelHealth, async (ctx, { params }) => {
    await checkHealthNow(ctx, params.id)
    return readChannel(ctx, params.id)
  })
  route(app, fixes.fixChannel, (ctx, { params, body }) => fixChannel(ctx, params.id, body))
  route(app, connection.replaceChannelToken, (ctx, { params, body }) =>
    replaceChannelToken(ctx, params.id, body.accessToken),
  )
  route(app, profile.setChannelPhoto, (ctx, { params, file }) => {
    if (!file) throw new AppError('file_type_refused')
    return setChannelPhoto(ctx, params.id, file.stream)
  })
  route(app, settings.updateChannelRouting, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'routing', value: body.routing }),
  )
  route(app, settings.updateChannelOptOut, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'optOut', value: body.optOut }),
  )
  route(app, settings.updateChannelLimits, (ctx, { params, body }) =>
    updateSettings(ctx, params.id, body.version, { section: 'limits', value: body.limits }),
  )
  route(app, settings.updateChannelConversational, (ctx, { params, body }) =>
    updateConversational(ctx, params.id, body.version, body.conversational),
  )
  route(app, activity.getChannelActivity, (ctx, { params }) => readActivity(ctx, params.id))
  route(app, connection.deregisterChannel, (ctx, { params }) => deregisterChannel(ctx, params.id))
  route(app, connection.moveChannel, (ctx, { params, body }) => moveChannel(ctx, params.id, body.companyId))
  route(app, connection.disconnectChannel, async (ctx, { params }) => {
    await disconnectChannel(ctx, params.id)
    return undefined
  })
  route(app, templates.listTemplates, (ctx, { params, query }) => listChannelTemplates(ctx, params.id, query.search))
  route(app, templates.syncTemplates, (ctx, { params }) => syncChannelTemplates(ctx, params.id))
}
