export {
  type AppSubscriptions,
  askAboutApp,
  readAppSubscriptions,
  subscribeApp,
  webhookAddress,
  webhookFields,
} from './app.ts'
