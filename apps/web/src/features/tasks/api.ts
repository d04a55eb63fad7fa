import { cancelTask, listTasks, type Task } from '@recado/contracts/tasks'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { tasksKey } from '../../lib/task-key.ts'

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
