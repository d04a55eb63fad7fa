export { type Processor, startProcessor } from './processor.ts'
export { accountVerifyToken } from './verify-token.ts'
