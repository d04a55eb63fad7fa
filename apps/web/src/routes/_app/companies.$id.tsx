import { createFileRoute } from '@tanstack/react-router'
import { CompanyAudit } from '../../features/audit/company-audit.tsx'
import { type AuditSearch, validateAuditSearch } from '../../features/audit/search.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { type MemberSearch, validateMemberSearch } from '../../features/companies/member-search.ts'
import { type CompanyTab, companyTabs } from '../../features/companies/tabs.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: CompanyTab } & AuditSearch & MemberSearch => {
  const tab = companyTabs.find((name) => name === search.tab)
  const filters: Partial<Record<CompanyTab, (raw: typeof search) => AuditSearch | MemberSearch>> = {
    audit: validateAuditSearch,
    members: validateMemberSearch,
  }
  return tab ? { ...filters[tab]?.(search), tab } : {}
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
