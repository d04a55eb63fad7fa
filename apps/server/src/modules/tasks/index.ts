export { readTask } from './actions/read.ts'
export { defineTask, type Task, type TaskProgress, type TaskResult } from './define.ts'
export { taskJobs, taskSchedules } from './jobs.ts'
