import { defineModule } from '#server/define-module.ts'
import { tasksArchive } from './archive.ts'
import { taskJobs, taskSchedules } from './jobs.ts'
import { eraseTasks } from './queries.erase.ts'
import { taskRoutes } from './routes.ts'

export const tasksModule = defineModule({
  name: 'shared/tasks',
  routes: taskRoutes,
  jobs: taskJobs,
  schedules: taskSchedules,
  changeEvents: ['task.updated'],
  archive: tasksArchive,
  eraseHandlers: [eraseTasks],
})
