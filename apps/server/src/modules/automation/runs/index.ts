export { startFor } from './start/start-for.ts'
