import { createFileRoute } from '@tanstack/react-router'
import { CampaignsPage } from '#web/features/campaigns/list/campaigns-page.tsx'
import { validateCampaignSearch } from '#web/features/campaigns/list/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <CampaignsPage
      search={validateCampaignSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
    />
  )
}

export const Route = createFileRoute('/_app/company/campaigns/')({
  validateSearch: validateCampaignSearch,
  staticData: { title: 'campaigns/list:title', ability: 'campaigns.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['campaigns/list']),
  component: Page,
})
