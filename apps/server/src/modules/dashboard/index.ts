export { dashboardJobs, dashboardSchedules } from './jobs.ts'
