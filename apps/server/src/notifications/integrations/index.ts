export { type IntegrationRow, listEnvironmentIntegrations } from './directory.ts'
export { openCredentials, providerPorts, senderFor } from './senders.ts'
