import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { CampaignPage } from '#web/features/campaigns/campaign/campaign-page.tsx'
import { type CampaignPageSearch, validateCampaignPageSearch } from '#web/features/campaigns/campaign/search.ts'
import { type AuditSearch, validateAuditSearch } from '#web/features/shared/audit/audit-search.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'

const AuditPanel = lazyComponent(
  async () => (await import('#web/features/shared/audit/audit-panel.tsx')).AuditPanel,
  <Skeleton height={320} radius="lg" />,
)

const validateSearch = (raw: Record<string, unknown>): CampaignPageSearch & AuditSearch => {
  const own = validateCampaignPageSearch(raw)
  return own.tab === 'activity' ? { ...validateAuditSearch(raw), ...own } : own
}

const Page = () => {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user } = useSignedIn()
  const mayAudit = useCan()('audit.view')
  return (
    <CampaignPage
      id={id}
      search={validateCampaignPageSearch(search)}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      audit={
        mayAudit && user.currentCompany ? (
          <AuditPanel
            companyId={user.currentCompany.id}
            target={id}
            search={validateAuditSearch(search)}
            onSearch={(next) => void navigate({ search: { ...next, tab: 'activity' } })}
          />
        ) : null
      }
    />
  )
}

export const Route = createFileRoute('/_app/company/campaigns/$id')({
  validateSearch,
  staticData: { title: 'campaigns/campaign:title', ability: 'campaigns.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'campaigns/campaign',
      'charts',
      'shared/audit',
      'inbox/message-log',
      'whatsapp/graph-errors',
      'errors',
      'validation',
    ]),
  component: Page,
})
