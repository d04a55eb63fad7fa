export { readTask } from './actions/read.ts'
export { defineTask, type TaskProgress } from './define.ts'
export { taskJobs, taskSchedules } from './jobs.ts'
export { cellsOfAll, defineListExport, everyRow, inCompany, type ListExport } from './list-export.ts'
