import { startStandIn } from '@recado/providers/test/stand-in'
import type { NotificationWorld } from './notification-world.ts'

/** Stand-ins of customers' own endpoints, and integrations that send through them. */
export const openGateways = async (world: NotificationWorld) => {
  const [sms, chat, push, mail] = [
    await startStandIn(),
    await startStandIn(),
    await startStandIn(),
    await startStandIn(),
  ]
  return {
    sms,
    chat,
    push,
    mail,
    connectSms: (more: object = {}) =>
      world.connect(
        'sms',
        'generic-sms',
        { baseUrl: sms.url, apiKeyRequestHeader: 'X-Key', apiKey: 'k', idPath: 'id', from: 'Recado', secretKey: 's' },
        { ...more },
      ),
    connectPush: () => world.connect('push', 'push-webhook', { webhookUrl: push.url, secretKey: 's' }),
    connectMail: () =>
      world.connect('email', 'email-webhook', {
        webhookUrl: mail.url,
        secretKey: 's',
        from: 'shop@example.com',
        senderName: 'Shop',
      }),
    /** Connects a subscriber to the chat stand-in at some path. */
    joinChat: async (subscriberId: string, path = '/', providerId = 'mattermost') => {
      const credentials = { webhookUrl: `${chat.url}${path}` }
      await world.call('PUT', `/subscribers/${subscriberId}/credentials`, { providerId, credentials })
    },
    addTokens: (subscriberId: string, ...deviceTokens: string[]) =>
      world.call('PUT', `/subscribers/${subscriberId}/credentials`, {
        providerId: 'push-webhook',
        credentials: { deviceTokens },
      }),
    reset: () => {
      for (const one of [sms, chat, push, mail]) one.reset()
    },
    close: async () => {
      for (const one of [sms, chat, push, mail]) await one.close()
    },
  }
}
export type Gateways = Awaited<ReturnType<typeof openGateways>>
