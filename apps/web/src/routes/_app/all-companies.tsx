import { createFileRoute } from '@tanstack/react-router'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { CompaniesPage } from '../../features/platform/companies-page.tsx'
import { validateCompanySearch } from '../../features/platform/search.ts'

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
  staticData: { title: 'platform:companies.title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['platform', 'audit', 'errors']),
  component: Page,
})
