import { getRouteApi } from '@tanstack/react-router'
import { PageForbidden } from '#web/components/page/page-forbidden.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { AuditPanel } from './audit-panel.tsx'
import { validateAuditSearch } from './audit-search.ts'

const route = getRouteApi('/_app/companies/$id')

/** What was done in one company, for its admins. */
export const CompanyAudit = ({ id }: { id: string }) => {
  const can = useCan()
  const navigate = route.useNavigate()
  const search = validateAuditSearch(route.useSearch())
  if (!can('audit.view')) return <PageForbidden />
  return (
    <AuditPanel
      companyId={id}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, tab: 'audit' } })}
    />
  )
}
