import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#web/features/shared/audit/audit-page.tsx'
import { validateAuditSearch } from '#web/features/shared/audit/audit-search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AuditPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/audit')({
  validateSearch: validateAuditSearch,
  staticData: { title: 'shared/audit:title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['shared/audit', 'errors']),
  component: Page,
})
