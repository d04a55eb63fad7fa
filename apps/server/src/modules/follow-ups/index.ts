export { followUpJobs, followUpSchedules } from './jobs.ts'
export { noticeMessages, noticePreference, noticeRefusals } from './notice.ts'
