import {
  downloadImportRows,
  getImport,
  type ImportHead,
  type ImportState,
  importProblems,
  listImportRows,
  listImports,
} from '@recado/contracts/contacts/imports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { saveFile } from '#web/components/chart/save-file.ts'
import { ApiError, call, fetchFile } from '#web/lib/api/api.ts'
import type { RowSearch } from './search.ts'

export const importsKey = ['contact-imports'] as const

const working: readonly ImportState[] = ['validating', 'running', 'reverting']
/** Where nothing is said of the progress, as when the live line is lost, it is asked for (milliseconds). */
const ASK_EVERY = 4000

export const isWorking = ({ state }: Pick<ImportHead, 'state'>): boolean => working.includes(state)

export const importsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...importsKey, 'list', cursor ?? null],
    queryFn: ({ signal }) => call(listImports, { query: cursor ? { cursor } : {} }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.data.some(isWorking) ? ASK_EVERY : false),
  })

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(getImport, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? ASK_EVERY : false),
  })

export const rowsQuery = (id: string, search: RowSearch) => {
  const query = { ...search, code: importProblems.find((problem) => problem === search.code), limit: 25 }
  return queryOptions({
    queryKey: [...importsKey, id, 'rows', query],
    queryFn: ({ signal }) => call(listImportRows, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type Wanted = Pick<ImportHead, 'id' | 'fileName'> & { rows: 'all' | 'errors'; language: string }

/** Saves the rows of an import with what becomes of each, all of them or those to fix. */
export const downloadRows = async ({ id, fileName, rows, language }: Wanted): Promise<void> => {
  const query = { rows, language: language === 'pt' ? ('pt' as const) : ('en' as const) }
  const bytes = await fetchFile(downloadImportRows, { params: { id }, query })
  saveFile(`${fileName.replace(/\.[^.]{1,5}$/, '')}-${rows === 'errors' ? 'errors' : 'rows'}.csv`, bytes)
}

/** Why an import was refused, where the usual text would not say enough. */
export const refusalText = (t: TFunction<['contacts/imports', 'validation']>, error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'file_type_refused') return t('file.refused')
  const code = error.fields[0]?.code
  return code ? t(`validation:${code}` as 'validation:invalid', { defaultValue: t('validation:invalid') }) : null
}
