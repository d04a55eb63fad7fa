export { type DemoKeys, ensureDemoKeys } from './demo.ts'
export { resolveKey } from './resolve.ts'
