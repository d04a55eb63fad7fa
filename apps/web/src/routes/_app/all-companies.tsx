import { createFileRoute } from '@tanstack/react-router'
import { CompaniesPage } from '#web/features/admin/companies/companies-page.tsx'
import { validateCompanySearch } from '#web/features/admin/companies/search.ts'
import { AuditList } from '#web/features/shared/audit/audit-list.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <CompaniesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      audit={(companyId) => <AuditList companyId={companyId} />}
    />
  )
}

export const Route = createFileRoute('/_app/all-companies')({
  validateSearch: validateCompanySearch,
  staticData: { title: 'admin/accounts:companies.title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/accounts', 'shared/audit', 'errors']),
  component: Page,
})
