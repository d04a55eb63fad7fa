export { automationCtx } from './automation-ctx.ts'
export { type Desk, type DeskTeam, deskOf } from './cache.ts'
