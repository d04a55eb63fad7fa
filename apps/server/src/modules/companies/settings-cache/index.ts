export { automationCtx } from './automation-ctx.ts'
export { type CompanySettings, settingsOf, type TeamSettings } from './cache.ts'
