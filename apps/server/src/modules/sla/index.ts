export { slaJobs, slaSchedules } from './jobs.ts'
export { responsibleFor } from './tell.ts'
export { watchPromises } from './watch.ts'
