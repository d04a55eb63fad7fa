export { retryRow } from './actions/go-on.ts'
export { acceptedVerifyTokens, readSignupSetup, rotateVerifyToken, updateSignupSetup } from './actions/setup.ts'
export { onboardingJobs, onboardingSchedules } from './jobs.ts'
export { onboardingOf } from './view.ts'
