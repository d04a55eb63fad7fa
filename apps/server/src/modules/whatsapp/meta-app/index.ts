export {
  askAboutApp,
  readAppSubscriptions,
  subscribeApp,
  webhookAddress,
  webhookFields,
} from './app.ts'
