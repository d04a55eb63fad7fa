export { type StartFor, startFor } from './start/start-for.ts'
