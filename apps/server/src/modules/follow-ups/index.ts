export { followUpJobs, followUpSchedules } from './jobs.ts'
export { noticeFailures, noticeMessages, noticePreference, noticeRefusals } from './notice.ts'
