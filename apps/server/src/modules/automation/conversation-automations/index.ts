export { noticeFailures, noticeMessages, noticePreference, noticeRefusals } from './notice.ts'
