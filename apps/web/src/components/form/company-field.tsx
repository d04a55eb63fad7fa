import { useQuery } from '@tanstack/react-query'
import { companyNameQuery } from '#web/queries/company-choices.ts'
import { lazyCode } from '../page/lazy-component.tsx'
import type { FilterField } from '../table/filters.ts'

const Editor = lazyCode(async () => (await import('./company-editor.tsx')).CompanyEditor)

/** Filters a list of all companies by one of them, which is found by name. For platform admins. */
export const useCompanyField = <Name extends string>(
  name: Name,
  label: string,
  id: string | undefined,
): FilterField<Record<Name, unknown>> => {
  const { data } = useQuery({ ...companyNameQuery(id ?? ''), enabled: id !== undefined })
  return { kind: 'found', name, label, text: data, Editor }
}
