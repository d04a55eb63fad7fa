import { createFileRoute } from '@tanstack/react-router'
import { CompanyAudit } from '../../features/audit/company-audit.tsx'
import { type AuditSearch, validateAuditSearch } from '../../features/audit/search.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { type CompanyTab, companyTabs } from '../../features/companies/tabs.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: CompanyTab } & AuditSearch => {
  const tab = companyTabs.find((name) => name === search.tab)
  return { ...(tab === 'audit' ? validateAuditSearch(search) : {}), ...(tab ? { tab } : {}) }
}

const Page = () => {
  const { id } = Route.useParams()
  return <CompanyPage id={id} tab={Route.useSearch().tab ?? 'profile'} audit={<CompanyAudit id={id} />} />
}

export const Route = createFileRoute('/_app/companies/$id')({
  validateSearch,
  staticData: { title: 'nav.companies', ability: 'companies.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['companies', 'desk', 'audit', 'errors']),
  component: Page,
})
