export { InboxError, type InboxErrorCode } from './client/errors.ts'
export { createInbox } from './client/inbox.ts'
export type * from './client/types.ts'
export type * from './client/wire.ts'
export {
  HeadlessService,
  type IHeadlessServiceOptions,
  NOTIFICATION_CENTER_TOKEN_KEY,
} from './headless/headless-service.ts'
export type { FetchCallbacks, FetchResult, UpdateCallbacks, UpdateResult } from './headless/results.ts'
