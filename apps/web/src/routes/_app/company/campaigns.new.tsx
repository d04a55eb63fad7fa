import { createFileRoute } from '@tanstack/react-router'
import { NewCampaignPage } from '#web/features/campaigns/list/new-campaign-page.tsx'
import { validateNewCampaignSearch } from '#web/features/campaigns/list/search.ts'

const Page = () => <NewCampaignPage search={Route.useSearch()} />

export const Route = createFileRoute('/_app/company/campaigns/new')({
  validateSearch: validateNewCampaignSearch,
  staticData: { title: 'campaigns/list:add', ability: 'campaigns.write' },
  loader: ({ context }) => context.texts.loadNamespaces(['campaigns/list', 'validation', 'errors']),
  component: Page,
})
