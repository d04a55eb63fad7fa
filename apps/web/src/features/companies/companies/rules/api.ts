import { type CompanyRules, getCompanyRules } from '@recado/contracts/companies/company-rules'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { myCompaniesQuery } from '#web/queries/my-companies.ts'
import { companiesKey } from '../api.ts'

export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'rules'],
    queryFn: () => call(getCompanyRules, { params: { id } }),
  })

/** Takes over rules that were just saved: here, in the session, and in lists of companies. */
export const useTakeRules = (id: string) => {
  const { t } = useTranslation()
  const session = useSessionClient()
  const queryClient = useQueryClient()
  return async (saved: CompanyRules): Promise<CompanyRules> => {
    queryClient.setQueryData(rulesQuery(id).queryKey, saved)
    toastSuccess(t('saved'))
    await session.refetch()
    await queryClient.invalidateQueries({ queryKey: myCompaniesQuery.queryKey })
    return saved
  }
}
