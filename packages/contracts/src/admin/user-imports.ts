import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { task } from '../shared/tasks.ts'
import { id, idParams, instant } from '../shared.ts'

/** Largest file, in bytes, and most lines besides its heading. */
export const userImportMaxBytes = 5 * 1024 * 1024
export const userImportMaxRows = 10_000

/** Columns that are read, by their heading in either language. */
export const userImportColumns = {
  name: ['name', 'nome'],
  email: ['email', 'e-mail'],
  company: ['company', 'empresa'],
  role: ['role', 'papel', 'função'],
  locale: ['language', 'locale', 'idioma'],
  phone: ['phone', 'telefone'],
} as const
export type UserImportColumn = keyof typeof userImportColumns

export const userImportOutcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export type UserImportOutcome = (typeof userImportOutcomes)[number]

/** Why a line was skipped or failed; each has a text, `admin/accounts:import.code.<code>`. */
export const userImportCodes = [
  'name_missing',
  'name_address',
  'email_invalid',
  'email_twice',
  'company_unknown',
  'company_ambiguous',
  'role_unknown',
  'locale_unknown',
  'phone_invalid',
  'staff_account',
  'suspended_account',
] as const

const counts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
})

export const userImport = z.object({
  id,
  fileName: z.string(),
  invite: z.boolean(),
  /** `checking` and `running` are under way; `checked` waits for its start. */
  state: z.enum(['checking', 'checked', 'running', 'finished']),
  /** Lines besides the heading; null until they were counted. */
  rows: z.number().int().nullable(),
  /** What would become of the lines, or what became of them; they add up to `rows`. */
  counts: counts.nullable(),
  /** The first lines that are not taken over. */
  problems: z.array(z.object({ line: z.number().int(), code: z.enum(userImportCodes) })),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type UserImport = z.infer<typeof userImport>

export const uploadUserImport = endpoint({
  method: 'POST',
  path: '/api/v1/admin/user-imports',
  can: 'admin.platform',
  summary: 'Check a CSV file of customers without changing anything: one file of at most 5 MB and 10,000 lines',
  notImpersonated: true,
  bodyKind: 'multipart',
  query: z.object({ invite: z.enum(['yes', 'no']).default('yes') }),
  response: userImport,
  status: 201,
  errors: ['file_type_refused', 'file_too_large'],
})

export const getUserImport = endpoint({
  method: 'GET',
  path: '/api/v1/admin/user-imports/:id',
  can: 'admin.platform',
  summary: 'How far a file of customers is, with what becomes of its lines',
  params: idParams,
  response: userImport,
})

export const startUserImport = endpoint({
  method: 'POST',
  path: '/api/v1/admin/user-imports/:id/start',
  can: 'admin.platform',
  summary: 'Bring in the customers of a file that was checked, in the background',
  notImpersonated: true,
  params: idParams,
  response: task,
  status: 202,
  errors: ['state_invalid'],
})
