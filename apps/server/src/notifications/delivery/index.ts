export { createIntegration, updateIntegration } from './integrations/actions.ts'
export { listIntegrations } from './integrations/queries.ts'
export { openCredentials } from './integrations/senders.ts'
