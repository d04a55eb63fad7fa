export { type Environment, type EnvironmentCtx, inEnvironment } from './context.ts'
