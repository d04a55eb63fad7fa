export { enqueueRoutes } from './jobs.ts'
export { findTaken } from './queries.ts'
export { missingTargets } from './targets.ts'
