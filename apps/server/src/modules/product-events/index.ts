export { endInboxes, forgetCompany, forgetUser, noteCompany, noteStanding, noteUser } from './people.ts'
export { inboxCredentials, inboxIdentity, inboxPlace } from './platform.ts'
export { prepareProductEvents } from './prepare.ts'
export { type Fact, tell, tellAll } from './tell.ts'
