export type { SandboxOptions } from './config.ts'
export { createSandboxClient, type SandboxClient, type SandboxMessage, type SandboxThread } from './control/client.ts'
export { type Sandbox, startSandbox } from './sandbox.ts'
