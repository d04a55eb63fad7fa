import { createFileRoute } from '@tanstack/react-router'
import { AllCampaignsPage } from '#web/features/campaigns/oversight/all-campaigns-page.tsx'
import { validateOversightSearch } from '#web/features/campaigns/oversight/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AllCampaignsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/all-campaigns')({
  validateSearch: validateOversightSearch,
  staticData: { title: 'campaigns/oversight:title', ability: 'admin.platform' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['campaigns/oversight', 'campaigns/list', 'admin/accounts', 'errors']),
  component: Page,
})
