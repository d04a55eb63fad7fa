import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { type ListName, listNames } from './list-names.ts'

const exportOf = <L extends ListName>(list: L) => `${list}.export` as const
export const listExportKinds = listNames.map(exportOf)
/**
 * Long work that a person asked for and can watch. Exports of lists are named by `lists:name.<list>`, each other kind by
 * a text of its own, `shared/tasks:kind.<kind>`.
 */
export const taskKinds = [
  ...listExportKinds,
  'conversation.export',
  'contact.export',
  'company.export',
  'account.export',
  'messages.retry',
  'admin-messages.retry',
  'templates.change',
  'contacts.change',
  'contacts.undo',
  'campaigns.change',
  'campaign-recipients.keep',
  'companies.tag',
  'companies.flags',
  'companies.notify',
  'access.change',
  'users.change',
  'user-import.check',
  'user-import.run',
] as const
export type TaskKind = (typeof taskKinds)[number]

export const taskStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** What lists of contacts can be written as besides. */
export const fileFormats = [...exportFormats, 'json', 'vcf'] as const
export type FileFormat = (typeof fileFormats)[number]
/** Between the cells of a CSV file; spreadsheets in Portuguese open those with semicolons. */
export const csvSeparators = [',', ';'] as const
/** Days for which the file of a task can be downloaded. */
export const taskFileDays = 7

export const task = z.object({
  id,
  kind: z.enum(taskKinds),
  status: z.enum(taskStatuses),
  progress: z.number().int(),
  /** How much there is to do; null while nobody knows. */
  total: z.number().int().nullable(),
  /** Code of the error when it failed, explained by `errors:<code>`. */
  error: z.string().nullable(),
  /** `url` is where whoever asked for it downloads it, signed in, with the rights they have then. */
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  cancelRequested: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type Task = z.infer<typeof task>

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/v1/tasks',
  can: 'signed_in',
  summary: 'My background tasks of the last seven days in the company I work in, newest first',
  response: z.object({ data: z.array(task) }),
})

export const downloadTaskFile = endpoint({
  method: 'GET',
  path: '/api/v1/tasks/:id/file',
  can: 'signed_in',
  summary: 'The file of a task of mine, while I have the right that it asks for; takes ranges',
  params: idParams,
  response: null,
  status: 200,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/v1/tasks/:id/cancellation',
  can: 'signed_in',
  summary: 'Stops a task; nothing of it is kept',
  params: idParams,
  response: task,
  errors: ['state_invalid'],
})
