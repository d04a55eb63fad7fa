export { onboardingJobs, onboardingSchedules } from './jobs.ts'
