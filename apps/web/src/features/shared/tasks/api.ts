import { cancelTask, listTasks, type Task } from '@recado/contracts/shared/tasks'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'

export const tasksQuery = queryOptions({
  queryKey: tasksKey,
  queryFn: ({ signal }) => call(listTasks, {}, { signal }),
})

export const isRunning = (task: Task): boolean => task.finishedAt === null

export const useCancel = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelTask, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tasksKey }),
  })
}
