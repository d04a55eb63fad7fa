import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { CompanyPage } from '#web/features/companies/companies/company-page.tsx'
import { type MemberSearch, validateMemberSearch } from '#web/features/companies/companies/member-search.ts'
import { type AuditSearch, validateAuditSearch } from '#web/features/shared/audit/audit-search.ts'
import { LastChange } from '#web/features/shared/audit/last-change.tsx'
import { type CompanyTab, companyTabs } from '#web/lib/session/company-tabs.ts'

const CompanyAudit = lazyComponent(
  async () => (await import('#web/features/shared/audit/company-audit.tsx')).CompanyAudit,
  <Skeleton height={320} radius="lg" />,
)

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
  return (
    <CompanyPage
      id={id}
      tab={Route.useSearch().tab ?? 'profile'}
      audit={<CompanyAudit id={id} />}
      lastChange={(action) => <LastChange key={action} companyId={id} action={action} />}
    />
  )
}

export const Route = createFileRoute('/_app/companies/$id')({
  validateSearch,
  staticData: { title: 'nav.companies', ability: 'companies.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'companies/companies',
      'companies/settings',
      'contacts/contact',
      'shared/audit',
      'errors',
    ]),
  component: Page,
})
